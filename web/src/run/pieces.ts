/** The pieces that lanes draw: cells or packets. */

import { seconds } from "../base/quantity.ts";
import type { CellRows, LaneRows, PacketRows } from "../types.ts";

/** A cell or a packet in its lane. */
export interface Piece {
  lane: string;
  /** When it came, and where it is drawn, without `span_s`. */
  time_s: number;
  /** Where it begins and ends, if it is as long as its drawing. */
  span_s?: [number, number];
  /** Whether it was still there, waiting, when the part ended. */
  waits: boolean;
  /** Pieces of one number have one colour. */
  hue: number;
  /** Whether it was refused, dropped or lost: its reason is in `fate`. */
  refused: boolean;
  fate: string;
  /** Whether a bar at its end means something: the end of a frame, a mark. */
  bar: boolean;
  text: string;
}

export function isOfPackets(rows: LaneRows): rows is PacketRows {
  return "packets" in rows;
}

export function lanesOf(rows: LaneRows): string[] {
  return isOfPackets(rows) ? rows.flows : rows.vcs;
}

export function piecesOf(rows: LaneRows): Piece[] {
  return isOfPackets(rows) ? packetsOf(rows) : cellsOf(rows);
}

export function cellsOf({ vcs, rows }: CellRows): Piece[] {
  return rows.time_s.map((time_s, at) => {
    const lane = vcs[rows.vc[at] ?? 0] ?? "";
    const [frame, cell, all] = [rows.frame[at] ?? 0, rows.cell[at] ?? 0, rows.cells[at] ?? 0];
    const fate = rows.fate[at] ?? "taken";
    return {
      lane,
      time_s,
      waits: false,
      hue: frame,
      refused: fate !== "taken",
      fate,
      bar: Boolean(rows.last[at]),
      text: `${lane}, frame ${frame}, cell ${cell}${all ? ` of ${all}` : ""}, at ${seconds(time_s, 9)}: ${fate}`,
    };
  });
}

/** Fates of packets that were not refused. */
const KEPT = ["sent", "held"];

export function packetsOf({ flows, packets, to_s }: PacketRows): Piece[] {
  return packets.time_s.map((time_s, at) => {
    const flow = packets.flow[at] ?? 0;
    const lane = flows[flow] ?? String(flow);
    const fate = packets.fate[at] ?? "held";
    const [begins_s, ends_s] = [packets.begins_s[at] ?? null, packets.ends_s[at] ?? null];
    const mark = packets.mark[at] ?? "";
    const number = packets.packet[at] ? ` ${packets.packet[at]}` : "";
    const waited = begins_s === null ? "" : `, waited ${seconds(begins_s - time_s, 4)}`;
    const piece: Piece = {
      lane,
      time_s,
      waits: fate === "held" && begins_s === null,
      hue: flow,
      refused: !KEPT.includes(fate),
      fate,
      bar: mark !== "",
      text: `${lane}, ${packets.kind[at] ?? "packet"}${number}, ${packets.bytes[at] ?? 0} bytes, came at ${seconds(time_s, 9)}${waited}: ${fate}${mark ? `, marked (${mark})` : ""}`,
    };
    // Of a packet that was on its way when the run ended, the end is not known.
    if (begins_s !== null) piece.span_s = [begins_s, ends_s ?? to_s];
    return piece;
  });
}

/** The reasons that occur, each with a letter of its own. */
export function letters(pieces: Piece[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { fate, refused } of pieces) {
    if (!refused || found.has(fate)) continue;
    const taken = new Set(found.values());
    const own =
      [...fate.toUpperCase().replaceAll(/[^A-Z]/g, ""), ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find(
        (one) => !taken.has(one),
      ) ?? "?";
    found.set(fate, own);
  }
  return found;
}

function counted(words: string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(", ");
}

/** How many cells were refused, and why, in words. */
export function fateText(cells: Piece[]): string {
  const lost = counted(cells.filter((cell) => cell.refused).map((cell) => cell.fate));
  return `${cells.length} cells arrived${lost ? `; refused: ${lost}` : "; the port refused none"}.`;
}

/** How many packets are shown, the fates of those that were not sent, and how many were marked, in words. */
export function packetText(packets: Piece[]): string {
  const lost = counted(packets.filter((packet) => packet.refused).map((packet) => packet.fate));
  const marked = packets.filter((packet) => packet.bar).length;
  const waiting = packets.filter((packet) => packet.waits).length;
  const parts = [
    `${packets.length} packets came or were sent`,
    lost ? `not sent on: ${lost}` : "none was dropped",
    ...(marked ? [`marked: ${marked}`] : []),
    ...(waiting ? [`still waiting: ${waiting}`] : []),
  ];
  return `${parts.join("; ")}.`;
}

/** The content of a picture of pieces, in words. */
export function legendText(rows: LaneRows, pieces: Piece[]): string {
  const parts = isOfPackets(rows)
    ? [
        "A packet is as long as its transmission takes; the line before it is its wait.",
        ...(pieces.some((piece) => piece.waits) ? ["A line up to the end is a packet that still waits."] : []),
        ...(pieces.some((piece) => piece.bar) ? ["A bar on the right of a packet is a mark of congestion."] : []),
      ]
    : ["Colours change from frame to frame; a bar on the right of a cell ends its frame."];
  const reasons = [...letters(pieces)].map(([fate, letter]) => `${letter}: ${fate}`);
  const refused = isOfPackets(rows) ? "Dropped packets are above the others, when they came" : "Refused cells are above the others";
  return [...parts, ...(reasons.length ? [`${refused}: ${reasons.join(", ")}.`] : [])].join(" ");
}
