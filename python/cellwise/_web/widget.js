function e(e, t = {}, ...i) {
	let a = document.createElement(e);
	return n(a, t), r(a, i), a;
}
function t(e, t = {}, ...i) {
	let a = document.createElementNS("http://www.w3.org/2000/svg", e);
	return n(a, t), r(a, i), a;
}
function n(e, t) {
	for (let [n, r] of Object.entries(t)) r != null && r !== !1 && (n.startsWith("on") ? e.addEventListener(n.slice(2), r) : n === "value" ? e.value = String(r) : n === "checked" ? e.checked = !0 : e.setAttribute(n, r === !0 ? "" : String(r)));
}
function r(e, t) {
	for (let n of t) Array.isArray(n) ? r(e, n) : n instanceof Node ? e.append(n) : n != null && n !== !1 && e.append(String(n));
}
function i(e, ...t) {
	e.replaceChildren(), r(e, t);
}
function a(t, n, r = {}) {
	return e("button", {
		type: "button",
		onclick: n,
		...r
	}, t);
}
var o = 0;
function s(e) {
	return o += 1, `${e}-${o}`;
}
function c(e, t) {
	let n;
	return (...r) => {
		clearTimeout(n), n = setTimeout(() => t(...r), e);
	};
}
// src/base/palette.ts
var l = [
	"#0b4f8a",
	"#e69f00",
	"#12876a",
	"#a83a14",
	"#c77cb0",
	"#1a1a1a",
	"#62b8ea"
], u = [
	"#3a78f0",
	"#f0b400",
	"#139a78",
	"#c9502a",
	"#d98fc4",
	"#ffffff",
	"#8cd8ff"
], d = [
	[],
	[8, 4],
	[2, 3],
	[
		8,
		3,
		2,
		3
	]
];
function f() {
	let e = document.body.dataset.jpThemeLight, t = e ? e === "true" ? "light" : "dark" : document.documentElement.dataset.theme;
	return t ? t === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
function p(e, t = f()) {
	let n = t ? u : l;
	return n[e % n.length] ?? "#808080";
}
function m(e = f()) {
	return e ? {
		text: "#c8c8c8",
		grid: "#3a3f46",
		alarm: "#ff8a65",
		back: "#16191d"
	} : {
		text: "#4a4a4a",
		grid: "#dddddd",
		alarm: "#a83a14",
		back: "#ffffff"
	};
}
// src/compute/module.ts
var h = "application/wasm", g = 31;
async function _(e) {
	if (typeof WebAssembly > "u") throw Error("This page has no WebAssembly, which the simulator is written in.");
	let t = e instanceof URL ? await v(e.href) : new Response(e);
	try {
		return await WebAssembly.compileStreaming(y(t) ? t : await b(t));
	} catch (e) {
		let t = e instanceof Error ? e.message : String(e);
		throw Error(`The simulator could not be compiled, or this page forbids WebAssembly: ${t}`);
	}
}
async function v(e) {
	let t = await fetch(e);
	if (t.ok) return t;
	throw Error(t.status === 404 ? "The simulator for browsers is not there: make build says why, and builds it where it can." : `${e}: ${t.status} ${t.statusText}`);
}
function y(e) {
	return e.headers.get("Content-Type")?.startsWith(h) ?? !1;
}
async function b(e) {
	if (!e.body) throw Error("it is empty");
	let [t, n] = e.body.tee(), r = t.getReader(), i = await r.read();
	r.cancel();
	let a = i.value?.[0] === g ? n.pipeThrough(new DecompressionStream("gzip")) : n;
	return new Response(a, { headers: { "Content-Type": h } });
}
// src/compute/runner.ts
var x = 0, S = "The simulator could not be started: this page or browser allows it no worker.", C = class extends Error {
	kind;
	issues;
	constructor({ kind: e, message: t, issues: n }) {
		super(t), this.kind = e, this.issues = n;
	}
}, w = class {
	script;
	module;
	worker;
	code;
	requests = 0;
	waiting = /* @__PURE__ */ new Map();
	constructor(e, t) {
		this.script = e, this.module = t;
	}
	start() {
		this.worker ??= this.started();
	}
	warm() {
		this.ask({ ask: "warm" }).catch(() => void 0);
	}
	end() {
		this.ended("This simulator was ended.");
	}
	ofScenario(e) {
		return this.ask({
			ask: "module",
			request: e
		});
	}
	run(e, t, { changes: n = [], watched: r = !1 } = {}, i = () => void 0) {
		return this.ask({
			ask: "run",
			key: e,
			scenario: t,
			changes: n,
			watched: r
		}, i);
	}
	take(e, t) {
		return this.ask({
			ask: "take",
			key: e,
			octets: t
		}, void 0, [t]);
	}
	about(e, t) {
		return this.ask({
			ask: "about",
			key: e,
			about: t
		});
	}
	async series(e, t) {
		let n = await this.about(e, {
			ask: "series",
			index: t
		});
		return n && {
			time_s: Float64Array.from(n.time_ps, (e) => Number(e) / 0xe8d4a51000),
			value: n.value
		};
	}
	marked(e, t, n, r, i) {
		return this.ask({
			ask: "marked",
			key: e,
			flow: t,
			from_s: n,
			to_s: r,
			most: i
		});
	}
	lanes(e, t, n, r, i) {
		return this.ask({
			ask: "lanes",
			key: e,
			port: t,
			from_s: n,
			to_s: r,
			most: i
		});
	}
	pieces(e, t, n, r) {
		return this.ask({
			ask: "pieces",
			key: e,
			since_s: t,
			to_s: n,
			most: r
		});
	}
	forget(e) {
		this.worker && this.ask({
			ask: "forget",
			key: e
		}).catch(() => void 0);
	}
	ask(e, t = () => void 0, n = []) {
		let r = this.requests += 1;
		return new Promise((i, a) => {
			this.waiting.set(r, {
				resolve: i,
				reject: a,
				onShare: t
			}), this.worker ??= this.started(), this.worker.postMessage({
				id: r,
				...e
			}, n);
		});
	}
	started() {
		let e = this.opened();
		return e.onmessage = ({ data: e }) => this.answered(e), e.onerror = () => this.ended(S), this.load(e), e;
	}
	async load(e) {
		try {
			let t = this.module instanceof URL ? await (this.code ??= _(this.module)) : this.module;
			e.postMessage({
				id: x,
				ask: "load",
				module: t
			});
		} catch (t) {
			this.code = void 0, this.worker === e && this.ended(t instanceof Error ? t.message : String(t));
		}
	}
	opened() {
		try {
			let e = this.script.protocol === "blob:" ? "classic" : "module";
			return new Worker(this.script, {
				type: e,
				name: "cellwise"
			});
		} catch {
			throw new C({
				kind: "browser",
				message: S,
				issues: []
			});
		}
	}
	answered(e) {
		let t = this.waiting.get(e.id);
		if ("share" in e) return t?.onShare(e.share);
		if (this.waiting.delete(e.id), e.id === x && "failed" in e) return this.ended(e.failed.message);
		"failed" in e ? t?.reject(new C(e.failed)) : t?.resolve(e.ok);
	}
	ended(e) {
		for (let { reject: t } of this.waiting.values()) t(new C({
			kind: "browser",
			message: e,
			issues: []
		}));
		this.waiting.clear(), this.worker?.terminate(), this.worker = void 0;
	}
};
// src/live/control.ts
function T(e, t) {
	return e.kind === "choice" ? E(e, t) : D(e, t);
}
function E({ label: t, values: n, at: r }, i) {
	let a = s("live"), o = e("select", {
		id: a,
		onchange: () => i(o.selectedIndex)
	}, n.map((t, n) => e("option", { selected: n === r }, t)));
	return {
		element: e("span", { class: "cw-control" }, e("label", { for: a }, t), o),
		choose: (e) => o.selectedIndex = e
	};
}
function D({ label: t, values: n, at: r }, i) {
	let a = s("live"), o = e("output", { for: a }, n[r]), c = (e) => {
		o.textContent = e, l.setAttribute("aria-valuetext", e);
	}, l = e("input", {
		id: a,
		type: "range",
		min: 0,
		max: n.length - 1,
		step: 1,
		value: r,
		"aria-valuetext": n[r],
		oninput: () => {
			c(n[l.valueAsNumber] ?? ""), i(l.valueAsNumber);
		}
	});
	return {
		element: e("span", { class: "cw-control" }, e("label", { for: a }, t), l, o),
		choose: (e) => {
			l.value = String(e), c(n[e] ?? "");
		}
	};
}
// src/base/quantity.ts
function O(e) {
	let t = Number(e.toPrecision(12)), n = String(t);
	return n.includes("e") && Math.abs(t) < 0x38d7ea4c68000 && Math.abs(t) >= 1e-9 ? t.toFixed(12).replace(/\.?0+$/, "") : n;
}
function k(e, t) {
	return e === 0 ? 0 : Number(e.toPrecision(t));
}
var ee = [
	[1e9, "G"],
	[1e6, "M"],
	[1e3, "k"],
	[1, ""]
];
function A(e, t = "") {
	if (e == null || !Number.isFinite(e)) return "–";
	if (t === "s") return j(e);
	let n = Math.abs(e);
	if (t.endsWith("bit/s") || t === "bps") {
		let [t, r] = ee.find(([e]) => n >= e) ?? [1, ""];
		return `${O(k(e / t, 4))} ${r}bit/s`;
	}
	let r = O(n >= 1e3 && Number.isInteger(e) ? e : k(e, 4));
	return t ? `${r} ${t}` : r;
}
function j(e, t = 5) {
	let n = Math.abs(e), [r, i] = n >= 1 || n === 0 ? [1, "s"] : n >= .001 ? [.001, "ms"] : n >= 1e-6 ? [1e-6, "µs"] : [1e-9, "ns"];
	return `${O(k(e / r, t))} ${i}`;
}
// src/run/columns.ts
function te(e) {
	return e ? "words" in e ? [...e.rows].map((t) => e.words[t] ?? "") : Array.from(e, (e) => typeof e == "number" && !Number.isFinite(e) ? "" : String(e)) : [];
}
function ne(e, t) {
	let n = e[t];
	return n instanceof Float64Array ? n : /* @__PURE__ */ new Float64Array();
}
async function re(e, t) {
	if (!e.tables?.includes("pings")) return {
		info: e,
		trips: /* @__PURE__ */ new Map()
	};
	let [n, r] = await Promise.all(["pings", "flows"].map(async (e) => await t(e) ?? {})), i = ie(n ?? {}), a = [...i].map(([e, { value: t }]) => ({
		index: -1,
		name: `rtt ${e}`,
		quantity: "rtt",
		target: e,
		unit: "ms",
		points: t.length,
		min: null,
		max: null,
		stepped: !1
	}));
	return {
		info: {
			...e,
			series: [...a, ...e.series],
			round_trips: ae(n ?? {}, r ?? {})
		},
		trips: i
	};
}
function ie(e) {
	let [t, n, r] = [
		te(e.flow),
		ne(e, "sent_s"),
		ne(e, "rtt_s")
	], i = (e) => {
		let i = (n, r) => t[r] === e;
		return {
			time_s: n.filter(i),
			value: r.filter(i).map((e) => 1e3 * e)
		};
	};
	return new Map([...new Set(t)].map((e) => [e, i(e)]));
}
function ae(e, t) {
	let [n, r] = [ne(e, "sent_s"), ne(e, "rtt_s")], i = M(t), a = [...r.keys()].filter((e) => Number.isFinite(r[e])), o = (e) => e.map((e) => r[e] ?? NaN).sort((e, t) => e - t), s = o(a), c = o(a.filter((e) => i(n[e] ?? NaN))), l = o(a.filter((e) => !i(n[e] ?? NaN))), [u, d, f] = [
		.5,
		.95,
		.99
	].map((e) => N(s, e));
	if (u === void 0 || d === void 0 || f === void 0 || s.length === 0) return null;
	let p = l.length ? N(l, .5) : c[0] ?? 0;
	return {
		p50_s: u,
		p95_s: d,
		p99_s: f,
		increase_s: c.length ? N(c, .5) - p : null,
		unanswered: r.length - s.length
	};
}
function M(e) {
	let [t, n] = [ne(e, "started_s"), ne(e, "ended_s")], r = te(e.kind).flatMap((e, t) => e === "ping" ? [] : [t]), i = (e) => Number.isFinite(n[e]) ? n[e] ?? 0 : Infinity;
	return (e) => r.some((n) => e >= (t[n] ?? NaN) && e < i(n));
}
function N(e, t) {
	let n = t * (e.length - 1), [r = NaN, i = NaN] = [e[Math.floor(n)], e[Math.ceil(n)]];
	return r + (i - r) * (n - Math.floor(n));
}
function P(e) {
	return e.flatMap(({ label: t, info: n }) => n.round_trips ? [`${e.length > 1 ? `${t}: ` : ""}${oe(n.round_trips)}.`] : []).join(" ");
}
function oe({ p50_s: e, p95_s: t, p99_s: n, increase_s: r, unanswered: i }) {
	let a = r === null ? "" : `; under load the median is ${j(r, 3)} more`, o = i ? `; without a reply by the end: ${i}` : "", [s, c, l] = [
		e,
		t,
		n
	].map((e) => j(e, 3));
	return `Round trips: p50 ${s}, p95 ${c}, p99 ${l}${a}${o}`;
}
// src/live/example.ts
var F = {
	time_s: /* @__PURE__ */ new Float64Array(),
	value: /* @__PURE__ */ new Float64Array()
}, I = class {
	runner;
	key;
	scenario;
	controls;
	chosen;
	trips = /* @__PURE__ */ new Map();
	constructor(e, t, n, r) {
		this.runner = e, this.key = t, this.scenario = n, this.controls = r, this.chosen = r.map(({ at: e }) => e);
	}
	async run(e) {
		let t = this.controls.flatMap(({ paths: e, values: t }, n) => e.map((e) => [e, t[this.chosen[n] ?? 0] ?? ""])), n = await this.runner.run(this.key, this.scenario, { changes: t }, e);
		return n && this.withTrips(n);
	}
	async take(e) {
		return this.withTrips((await this.runner.take(this.key, e)).described);
	}
	async withTrips(e) {
		let { info: t, trips: n } = await re(e, (e) => this.runner.about(this.key, {
			ask: "table",
			name: e
		}));
		return this.trips = n, t;
	}
	async seen({ info: e }, t, n, r) {
		return e.quantity === "rtt" ? this.trips.get(e.target) ?? F : await this.runner.about(this.key, {
			ask: "points",
			index: e.index,
			from_s: t,
			to_s: n,
			width: r
		}) ?? F;
	}
	async whole({ info: e }) {
		return e.quantity === "rtt" ? this.trips.get(e.target) ?? F : await this.runner.series(this.key, e.index) ?? F;
	}
};
function se(e) {
	let { summary: t } = e, n = t?.throughput_bps ?? 0, r = t?.cell_loss_ratio ?? 0, i = t?.audit?.sent ? `; ${O(Number((100 * r).toPrecision(3)))} % of the cells lost` : "";
	return `${`All flows together: ${A(Number(n.toPrecision(4)), "bit/s")}${i}.`} ${P([{
		label: "",
		info: e
	}])}`.trim();
}
// src/plot/curves.ts
function ce(e) {
	return e?.info.stepped !== !1;
}
var le = [
	{
		name: "rtt",
		title: "Round trips of pings",
		quantities: ["rtt"],
		zero: !0
	},
	{
		name: "goodput",
		title: "Goodput as it arrives",
		quantities: ["goodput"],
		zero: !0
	},
	{
		name: "queue",
		title: "Queue",
		quantities: ["queue"],
		zero: !0
	},
	{
		name: "backlog",
		title: "Queue of packets",
		quantities: ["backlog"],
		zero: !0
	},
	{
		name: "sojourn",
		title: "Wait in queues of packets",
		quantities: ["sojourn"],
		zero: !0
	},
	{
		name: "drop_probability",
		title: "Drop probability",
		quantities: ["drop_probability"],
		zero: !0
	},
	{
		name: "occupancy",
		title: "Cells per connection",
		quantities: ["occupancy"],
		zero: !0
	},
	{
		name: "cwnd",
		title: "Congestion window",
		quantities: ["cwnd", "ssthresh"],
		zero: !0
	},
	{
		name: "sequence",
		title: "Sequence numbers",
		quantities: ["sequence", "acknowledgment"],
		zero: !1
	},
	{
		name: "acr",
		title: "Allowed cell rate",
		quantities: [
			"acr",
			"er",
			"ccr"
		],
		zero: !0
	}
], ue = /* @__PURE__ */ new Set(["busy"]);
function de(e) {
	let t = new Set(le.flatMap((e) => e.quantities)), n = [...new Set(e.map((e) => e.info.quantity))].filter((e) => !t.has(e) && !ue.has(e));
	return [...le, ...n.map((e) => ({
		name: e,
		title: e,
		quantities: [e],
		zero: !0
	}))].map((t) => ({
		family: t,
		curves: e.filter((e) => t.quantities.includes(e.info.quantity))
	})).filter((e) => e.curves.length > 0);
}
function fe(e, t, n, r = 7) {
	let i = pe(e);
	if (t === "*") return e;
	if (t) return e.filter((e) => e.info.target === t);
	let a = new Set(e.map((e) => e.run)).size > 1 ? i.slice(0, 1) : i.slice(0, r), o = e.filter((e) => a.includes(e.info.target));
	return o.length <= 2 ? o : o.filter((e) => e.info.quantity === n.quantities[0] || !o.some((e) => e.info.quantity === n.quantities[0]));
}
function pe(e) {
	return [...new Set(e.map((e) => e.info.target))];
}
function me(e, t, n) {
	let r = new Set(t.map((e) => e.run)).size > 1, i = pe(t).indexOf(e.info.target), a = n.quantities.indexOf(e.info.quantity);
	return r ? {
		colour: e.rank,
		dash: a > 0 ? a : i
	} : {
		colour: i,
		dash: a
	};
}
function he({ time_s: e }, t) {
	let n = 0, r = e.length;
	for (; n < r;) {
		let i = n + r >> 1;
		(e[i] ?? 0) <= t ? n = i + 1 : r = i;
	}
	return n;
}
function ge(e, t) {
	let n = e.value[he(e, t) - 1];
	return n === void 0 || !Number.isFinite(n) ? null : n;
}
function _e(e, t, n) {
	let r = ge(e, t - n / 2), i = e.value.subarray(he(e, t - n / 2), he(e, t + n / 2)), a = [...r === null ? [] : [r], ...i].filter(Number.isFinite);
	return a.length ? Math.max(...a) : null;
}
function ve({ info: e }) {
	return e.peak ? [{
		name: "true peak",
		value: e.peak,
		peak: !0
	}] : [];
}
function ye(e, t) {
	let n = e.time_s.length, r = e.time_s[n - 1];
	if (r === void 0 || r >= t) return e;
	let i = (e, t) => {
		let r = new Float64Array(n + 1);
		return r.set(e), r[n] = t, r;
	};
	return {
		time_s: i(e.time_s, t),
		value: i(e.value, e.value[n - 1] ?? NaN)
	};
}
function be({ value: e }) {
	if (e.length === 0) return null;
	let t = Infinity, n = -Infinity;
	for (let r of e) r < t && (t = r), r > n && (n = r);
	return n < t ? null : {
		min: t,
		max: n,
		last: e[e.length - 1] ?? NaN,
		points: e.length
	};
}
function xe(e) {
	let t = [], n = e.map(() => []), r = e.map(() => 0);
	for (;;) {
		let i = Infinity;
		if (e.forEach((e, t) => i = Math.min(i, e.time_s[r[t] ?? 0] ?? Infinity)), i === Infinity) break;
		let a = t.length;
		e.forEach((e, o) => {
			let s = a, c = r[o] ?? 0;
			for (; e.time_s[c] === i; c += 1, s += 1) {
				t[s] = i;
				let r = e.value[c] ?? NaN;
				(n[o] ?? [])[s] = Number.isFinite(r) ? r : null;
			}
			r[o] = c;
		});
	}
	for (let e of n) for (let n = 0; n < t.length; n += 1) n in e || (e[n] = void 0);
	return [t, ...n];
}
// src/plot/picture.ts
function Se(e) {
	return /[",\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function L(e) {
	let t = ["run,quantity,target,unit,time_s,value"];
	for (let n of e) for (let { run: e, quantity: r, target: i, unit: a, points: o } of n.curves) {
		let s = [
			e,
			r,
			i,
			a
		].map(Se).join(",");
		o.time_s.forEach((e, r) => {
			e >= n.from_s && e <= n.to_s && t.push(`${s},${e},${o.value[r]}`);
		});
	}
	return `${t.join("\n")}\n`;
}
function R(e) {
	let t = 10 ** Math.floor(Math.log10(e));
	return ([
		1,
		2,
		5,
		10
	].find((n) => n * t >= e * (1 - 1e-9)) ?? 10) * t;
}
function Ce(e, t, n) {
	let r = (t - e) / Math.max(n, 1);
	if (!(r > 0)) return [e];
	let i = R(r), a = [];
	for (let n = Math.ceil(e / i - 1e-9); n * i <= t + i * 1e-9; n += 1) a.push(k(n * i, 12));
	return a;
}
// node_modules/uplot/dist/uPlot.esm.js
var we = !0, Te = "uplot", Ee = "u-hz", De = "u-vt", Oe = "u-title", ke = "u-wrap", Ae = "u-under", je = "u-over", Me = "u-axis", Ne = "u-off", Pe = "u-select", Fe = "u-cursor-x", Ie = "u-cursor-y", Le = "u-cursor-pt", Re = "u-legend", ze = "u-live", Be = "u-inline", Ve = "u-series", He = "u-marker", Ue = "u-label", We = "u-value", Ge = "width", Ke = "height", qe = "top", Je = "bottom", Ye = "left", Xe = "right", Ze = "#000", Qe = "#0000", $e = "mousemove", et = "mousedown", tt = "mouseup", nt = "mouseenter", rt = "mouseleave", it = "dblclick", at = "resize", ot = "scroll", st = "change", ct = "dppxchange", lt = "--", ut = typeof window < "u", dt = ut ? document : null, ft = ut ? window : null, pt = ut ? navigator : null, z, mt;
function ht() {
	let e = devicePixelRatio;
	z != e && (z = e, mt && kt(st, mt, ht), mt = matchMedia(`(min-resolution: ${z - .001}dppx) and (max-resolution: ${z + .001}dppx)`), Ot(st, mt, ht), ft.dispatchEvent(new CustomEvent(ct)));
}
function gt(e, t) {
	if (t != null) {
		let n = e.classList;
		!n.contains(t) && n.add(t);
	}
}
function _t(e, t) {
	let n = e.classList;
	n.contains(t) && n.remove(t);
}
function B(e, t, n) {
	e.style[t] = n + "px";
}
function vt(e, t, n, r) {
	let i = dt.createElement(e);
	return t != null && gt(i, t), n?.insertBefore(i, r), i;
}
function yt(e, t) {
	return vt("div", e, t);
}
var bt = /* @__PURE__ */ new WeakMap();
function xt(e, t, n, r, i) {
	let a = "translate(" + t + "px," + n + "px)";
	a != bt.get(e) && (e.style.transform = a, bt.set(e, a), t < 0 || n < 0 || t > r || n > i ? gt(e, Ne) : _t(e, Ne));
}
var St = /* @__PURE__ */ new WeakMap();
function Ct(e, t, n) {
	let r = t + n;
	r != St.get(e) && (St.set(e, r), e.style.background = t, e.style.borderColor = n);
}
var wt = /* @__PURE__ */ new WeakMap();
function Tt(e, t, n, r) {
	let i = t + "" + n;
	i != wt.get(e) && (wt.set(e, i), e.style.height = n + "px", e.style.width = t + "px", e.style.marginLeft = r ? -t / 2 + "px" : 0, e.style.marginTop = r ? -n / 2 + "px" : 0);
}
var Et = { passive: !0 }, Dt = {
	...Et,
	capture: !0
};
function Ot(e, t, n, r) {
	t.addEventListener(e, n, r ? Dt : Et);
}
function kt(e, t, n, r) {
	t.removeEventListener(e, n, Et);
}
ut && ht();
function At(e, t, n, r) {
	let i;
	n ||= 0, r ||= t.length - 1;
	let a = r <= 2147483647;
	for (; r - n > 1;) i = a ? n + r >> 1 : Zt((n + r) / 2), t[i] < e ? n = i : r = i;
	return e - t[n] <= t[r] - e ? n : r;
}
function jt(e) {
	return (t, n, r) => {
		let i = -1, a = -1;
		for (let a = n; a <= r; a++) if (e(t[a])) {
			i = a;
			break;
		}
		for (let i = r; i >= n; i--) if (e(t[i])) {
			a = i;
			break;
		}
		return [i, a];
	};
}
var Mt = (e) => e != null, Nt = (e) => e != null && e > 0, Pt = jt(Mt), Ft = jt(Nt);
function It(e, t, n, r = 0, i = !1) {
	let a = i ? Ft : Pt, o = i ? Nt : Mt;
	[t, n] = a(e, t, n);
	let s = e[t], c = e[t];
	if (t > -1) {
		if (r == 1) s = e[t], c = e[n];
		else if (r == -1) s = e[n], c = e[t];
		else for (let r = t; r <= n; r++) {
			let t = e[r];
			o(t) && (t < s ? s = t : t > c && (c = t));
		}
	}
	return [s ?? H, c ?? -H];
}
function Lt(e, t, n, r) {
	let i = rn(e), a = rn(t);
	e == t && (i == -1 ? (e *= n, t /= n) : (e /= n, t *= n));
	let o = n == 10 ? an : on, s = i == 1 ? Zt : $t, c = a == 1 ? $t : Zt, l = s(o(Xt(e))), u = c(o(Xt(t))), d = nn(n, l), f = nn(n, u);
	return n == 10 && (l < 0 && (d = W(d, -l)), u < 0 && (f = W(f, -u))), r || n == 2 ? (e = d * i, t = f * a) : (e = Sn(e, d), t = xn(t, f)), [e, t];
}
function Rt(e, t, n, r) {
	let i = Lt(e, t, n, r);
	return e == 0 && (i[0] = 0), t == 0 && (i[1] = 0), i;
}
var zt = .1, Bt = {
	mode: 3,
	pad: zt
}, Vt = {
	pad: 0,
	soft: null,
	mode: 0
}, Ht = {
	min: Vt,
	max: Vt
};
function Ut(e, t, n, r) {
	return Nn(n) ? Gt(e, t, n) : (Vt.pad = n, Vt.soft = r ? 0 : null, Vt.mode = r ? 3 : 0, Gt(e, t, Ht));
}
function V(e, t) {
	return e ?? t;
}
function Wt(e, t, n) {
	for (t = V(t, 0), n = V(n, e.length - 1); t <= n;) {
		if (e[t] != null) return !0;
		t++;
	}
	return !1;
}
function Gt(e, t, n) {
	let r = n.min, i = n.max, a = V(r.pad, 0), o = V(i.pad, 0), s = V(r.hard, -H), c = V(i.hard, H), l = V(r.soft, H), u = V(i.soft, -H), d = V(r.mode, 0), f = V(i.mode, 0), p = t - e, m = an(p), h = tn(Xt(e), Xt(t)), g = Xt(an(h) - m);
	(p < 1e-24 || g > 10) && (p = 0, (e == 0 || t == 0) && (p = 1e-24, d == 2 && l != H && (a = 0), f == 2 && u != -H && (o = 0)));
	let _ = p || h || 1e3, v = nn(10, Zt(an(_))), y = W(Sn(e - _ * (p == 0 ? e == 0 ? .1 : 1 : a), v / 10), 24), b = e >= l && (d == 1 || d == 3 && y <= l || d == 2 && y >= l) ? l : H, x = tn(s, y < b && e >= b ? b : en(b, y)), S = W(xn(t + _ * (p == 0 ? t == 0 ? .1 : 1 : o), v / 10), 24), C = t <= u && (f == 1 || f == 3 && S >= u || f == 2 && S <= u) ? u : -H, w = en(c, S > C && t <= C ? C : tn(C, S));
	return x == w && x == 0 && (w = 100), [x, w];
}
var Kt = new Intl.NumberFormat(ut ? pt.language : "en-US"), qt = (e) => Kt.format(e), Jt = Math, Yt = Jt.PI, Xt = Jt.abs, Zt = Jt.floor, Qt = Jt.round, $t = Jt.ceil, en = Jt.min, tn = Jt.max, nn = Jt.pow, rn = Jt.sign, an = Jt.log10, on = Jt.log2, sn = (e, t = 1) => Jt.sinh(e) * t, cn = (e, t = 1) => Jt.asinh(e / t), H = Infinity;
function ln(e) {
	return (an((e ^ e >> 31) - (e >> 31)) | 0) + 1;
}
function un(e, t, n) {
	return en(tn(e, t), n);
}
function dn(e) {
	return typeof e == "function";
}
function U(e) {
	return dn(e) ? e : () => e;
}
var fn = () => {}, pn = (e) => e, mn = (e, t) => t, hn = (e) => null, gn = (e) => !0, _n = (e, t) => e == t, vn = /\.\d*?(?=9{6,}|0{6,})/gm, yn = (e) => {
	if (An(e) || Cn.has(e)) return e;
	let t = `${e}`, n = t.match(vn);
	if (n == null) return e;
	let r = n[0].length - 1;
	if (t.indexOf("e-") != -1) {
		let [e, n] = t.split("e");
		return +`${yn(e)}e${n}`;
	}
	return W(e, r);
};
function bn(e, t) {
	return yn(W(yn(e / t)) * t);
}
function xn(e, t) {
	return yn($t(yn(e / t)) * t);
}
function Sn(e, t) {
	return yn(Zt(yn(e / t)) * t);
}
function W(e, t = 0) {
	if (An(e)) return e;
	let n = 10 ** t;
	return Qt(e * n * (1 + 2 ** -52)) / n;
}
var Cn = /* @__PURE__ */ new Map();
function wn(e) {
	return (("" + e).split(".")[1] || "").length;
}
function Tn(e, t, n, r) {
	let i = [], a = r.map(wn);
	for (let o = t; o < n; o++) {
		let t = Xt(o), n = W(nn(e, o), t);
		for (let s = 0; s < r.length; s++) {
			let c = e == 10 ? +`${r[s]}e${o}` : r[s] * n, l = (o >= 0 ? 0 : t) + (o >= a[s] ? 0 : a[s]), u = e == 10 ? c : W(c, l);
			i.push(u), Cn.set(u, l);
		}
	}
	return i;
}
var En = {}, Dn = [], On = [null, null], kn = Array.isArray, An = Number.isInteger, jn = (e) => e === void 0;
function Mn(e) {
	return typeof e == "string";
}
function Nn(e) {
	let t = !1;
	if (e != null) {
		let n = e.constructor;
		t = n == null || n == Object;
	}
	return t;
}
function Pn(e) {
	return typeof e == "object" && !!e;
}
var Fn = Object.getPrototypeOf(Uint8Array), In = "__proto__";
function Ln(e, t = Nn) {
	let n;
	if (kn(e)) {
		let r = e.find((e) => e != null);
		if (kn(r) || t(r)) {
			n = Array(e.length);
			for (let r = 0; r < e.length; r++) n[r] = Ln(e[r], t);
		} else n = e.slice();
	} else if (e instanceof Fn) n = e.slice();
	else if (t(e)) {
		n = {};
		for (let r in e) r != In && (n[r] = Ln(e[r], t));
	} else n = e;
	return n;
}
function G(e) {
	let t = arguments;
	for (let n = 1; n < t.length; n++) {
		let r = t[n];
		for (let t in r) t != In && (Nn(e[t]) ? G(e[t], Ln(r[t])) : e[t] = Ln(r[t]));
	}
	return e;
}
var Rn = 0, zn = 1, Bn = 2;
function Vn(e, t, n) {
	for (let r = 0, i, a = -1; r < t.length; r++) {
		let o = t[r];
		if (o > a) {
			for (i = o - 1; i >= 0 && e[i] == null;) e[i--] = null;
			for (i = o + 1; i < n && e[i] == null;) e[a = i++] = null;
		}
	}
}
function Hn(e, t) {
	if (Gn(e)) {
		let t = e[0].slice();
		for (let n = 1; n < e.length; n++) t.push(...e[n].slice(1));
		return Kn(t[0]) || (t = Wn(t)), t;
	}
	let n = /* @__PURE__ */ new Set();
	for (let t = 0; t < e.length; t++) {
		let r = e[t][0], i = r.length;
		for (let e = 0; e < i; e++) n.add(r[e]);
	}
	let r = [Array.from(n).sort((e, t) => e - t)], i = r[0].length, a = /* @__PURE__ */ new Map();
	for (let e = 0; e < i; e++) a.set(r[0][e], e);
	for (let n = 0; n < e.length; n++) {
		let o = e[n], s = o[0];
		for (let e = 1; e < o.length; e++) {
			let c = o[e], l = Array(i).fill(void 0), u = t ? t[n][e] : zn, d = [];
			for (let e = 0; e < c.length; e++) {
				let t = c[e], n = a.get(s[e]);
				t === null ? u != Rn && (l[n] = t, u == Bn && d.push(n)) : l[n] = t;
			}
			Vn(l, d, i), r.push(l);
		}
	}
	return r;
}
var Un = typeof queueMicrotask > "u" ? (e) => Promise.resolve().then(e) : queueMicrotask;
function Wn(e) {
	let t = e[0], n = t.length, r = Array(n);
	for (let e = 0; e < r.length; e++) r[e] = e;
	r.sort((e, n) => t[e] - t[n]);
	let i = [];
	for (let t = 0; t < e.length; t++) {
		let a = e[t], o = Array(n);
		for (let e = 0; e < n; e++) o[e] = a[r[e]];
		i.push(o);
	}
	return i;
}
function Gn(e) {
	let t = e[0][0], n = t.length;
	for (let r = 1; r < e.length; r++) {
		let i = e[r][0];
		if (i.length != n) return !1;
		if (i != t) {
			for (let e = 0; e < n; e++) if (i[e] != t[e]) return !1;
		}
	}
	return !0;
}
function Kn(e, t = 100) {
	let n = e.length;
	if (n <= 1) return !0;
	let r = 0, i = n - 1;
	for (; r <= i && e[r] == null;) r++;
	for (; i >= r && e[i] == null;) i--;
	if (i <= r) return !0;
	let a = tn(1, Zt((i - r + 1) / t));
	for (let t = e[r], n = r + a; n <= i; n += a) {
		let r = e[n];
		if (r != null) {
			if (r <= t) return !1;
			t = r;
		}
	}
	return !0;
}
var qn = [
	"January",
	"February",
	"March",
	"April",
	"May",
	"June",
	"July",
	"August",
	"September",
	"October",
	"November",
	"December"
], Jn = [
	"Sunday",
	"Monday",
	"Tuesday",
	"Wednesday",
	"Thursday",
	"Friday",
	"Saturday"
];
function Yn(e) {
	return e.slice(0, 3);
}
var Xn = Jn.map(Yn), Zn = {
	MMMM: qn,
	MMM: qn.map(Yn),
	WWWW: Jn,
	WWW: Xn
};
function Qn(e) {
	return (e < 10 ? "0" : "") + e;
}
function $n(e) {
	return (e < 10 ? "00" : e < 100 ? "0" : "") + e;
}
var er = {
	YYYY: (e) => e.getFullYear(),
	YY: (e) => (e.getFullYear() + "").slice(2),
	MMMM: (e, t) => t.MMMM[e.getMonth()],
	MMM: (e, t) => t.MMM[e.getMonth()],
	MM: (e) => Qn(e.getMonth() + 1),
	M: (e) => e.getMonth() + 1,
	DD: (e) => Qn(e.getDate()),
	D: (e) => e.getDate(),
	WWWW: (e, t) => t.WWWW[e.getDay()],
	WWW: (e, t) => t.WWW[e.getDay()],
	HH: (e) => Qn(e.getHours()),
	H: (e) => e.getHours(),
	h: (e) => {
		let t = e.getHours();
		return t == 0 ? 12 : t > 12 ? t - 12 : t;
	},
	AA: (e) => e.getHours() >= 12 ? "PM" : "AM",
	aa: (e) => e.getHours() >= 12 ? "pm" : "am",
	a: (e) => e.getHours() >= 12 ? "p" : "a",
	mm: (e) => Qn(e.getMinutes()),
	m: (e) => e.getMinutes(),
	ss: (e) => Qn(e.getSeconds()),
	s: (e) => e.getSeconds(),
	fff: (e) => $n(e.getMilliseconds())
};
function tr(e, t) {
	t ||= Zn;
	let n = [], r = /\{([a-z]+)\}|[^{]+/gi, i;
	for (; i = r.exec(e);) n.push(i[0][0] == "{" ? er[i[1]] : i[0]);
	return (e) => {
		let r = "";
		for (let i = 0; i < n.length; i++) r += typeof n[i] == "string" ? n[i] : n[i](e, t);
		return r;
	};
}
var nr = new Intl.DateTimeFormat().resolvedOptions().timeZone;
function rr(e, t) {
	let n;
	return t == "UTC" || t == "Etc/UTC" ? n = /* @__PURE__ */ new Date(+e + e.getTimezoneOffset() * 6e4) : t == nr ? n = e : (n = new Date(e.toLocaleString("en-US", { timeZone: t })), n.setMilliseconds(e.getMilliseconds())), n;
}
var ir = (e) => e % 1 == 0, ar = [
	1,
	2,
	2.5,
	5
], or = Tn(10, -32, 0, ar), sr = Tn(10, 0, 32, ar), cr = sr.filter(ir), lr = or.concat(sr), ur = "\n", dr = "{YYYY}", fr = ur + dr, pr = "{M}/{D}", mr = ur + pr, hr = mr + "/{YY}", gr = "{aa}", _r = "{h}:{mm}" + gr, vr = ur + _r, yr = ":{ss}", K = null;
function br(e) {
	let t = e * 1e3, n = t * 60, r = n * 60, i = r * 24, a = i * 30, o = i * 365, s = (e == 1 ? Tn(10, 0, 3, ar).filter(ir) : Tn(10, -3, 0, ar)).concat([
		t,
		t * 5,
		t * 10,
		t * 15,
		t * 30,
		n,
		n * 5,
		n * 10,
		n * 15,
		n * 30,
		r,
		r * 2,
		r * 3,
		r * 4,
		r * 6,
		r * 8,
		r * 12,
		i,
		i * 2,
		i * 3,
		i * 4,
		i * 5,
		i * 6,
		i * 7,
		i * 8,
		i * 9,
		i * 10,
		i * 15,
		a,
		a * 2,
		a * 3,
		a * 4,
		a * 6,
		o,
		o * 2,
		o * 5,
		o * 10,
		o * 25,
		o * 50,
		o * 100
	]), c = [
		[
			o,
			dr,
			K,
			K,
			K,
			K,
			K,
			K,
			1
		],
		[
			i * 28,
			"{MMM}",
			fr,
			K,
			K,
			K,
			K,
			K,
			1
		],
		[
			i,
			pr,
			fr,
			K,
			K,
			K,
			K,
			K,
			1
		],
		[
			r,
			"{h}" + gr,
			hr,
			K,
			mr,
			K,
			K,
			K,
			1
		],
		[
			n,
			_r,
			hr,
			K,
			mr,
			K,
			K,
			K,
			1
		],
		[
			t,
			yr,
			hr + " " + _r,
			K,
			mr + " " + _r,
			K,
			vr,
			K,
			1
		],
		[
			e,
			yr + ".{fff}",
			hr + " " + _r,
			K,
			mr + " " + _r,
			K,
			vr,
			K,
			1
		]
	];
	function l(t) {
		return (s, c, l, u, d, f) => {
			let p = [], m = d >= o, h = d >= a && d < o, g = t(l), _ = W(g * e, 3), v = Ar(g.getFullYear(), m ? 0 : g.getMonth(), h || m ? 1 : g.getDate()), y = W(v * e, 3);
			if (h || m) {
				let n = h ? d / a : 0, r = m ? d / o : 0, i = _ == y ? _ : W(Ar(v.getFullYear() + r, v.getMonth() + n, 1) * e, 3), s = new Date(Qt(i / e)), c = s.getFullYear(), l = s.getMonth();
				for (let a = 0; i <= u; a++) {
					let o = Ar(c + r * a, l + n * a, 1), s = o - t(W(o * e, 3));
					i = W((+o + s) * e, 3), i <= u && p.push(i);
				}
			} else {
				let a = d >= i ? i : d, o = y + (Zt(l) - Zt(_)) + xn(_ - y, a);
				p.push(o);
				let m = t(o), h = m.getHours() + m.getMinutes() / n + m.getSeconds() / r, g = d / r, v = f / s.axes[c]._space;
				for (; o = W(o + d, e == 1 ? 0 : 3), !(o > u);) if (g > 1) {
					let e = Zt(W(h + g, 6)) % 24, n = t(o).getHours() - e;
					n > 1 && (n = -1), o -= n * r, h = (h + g) % 24;
					let i = p[p.length - 1];
					W((o - i) / d, 3) * v >= .7 && p.push(o);
				} else p.push(o);
			}
			return p;
		};
	}
	return [
		s,
		c,
		l
	];
}
var [xr, Sr, Cr] = br(1), [wr, Tr, Er] = br(.001);
Tn(2, -53, 53, [1]);
function Dr(e, t) {
	return e.map((e) => e.map((n, r) => r == 0 || r == 8 || n == null ? n : t(r == 1 || e[8] == 0 ? n : e[1] + n)));
}
function Or(e, t) {
	return (n, r, i, a, o) => {
		let s = t.find((e) => o >= e[0]) || t[t.length - 1], c, l, u, d, f, p;
		return r.map((t) => {
			let n = e(t), r = n.getFullYear(), i = n.getMonth(), a = n.getDate(), o = n.getHours(), m = n.getMinutes(), h = n.getSeconds(), g = r != c && s[2] || i != l && s[3] || a != u && s[4] || o != d && s[5] || m != f && s[6] || h != p && s[7] || s[1];
			return c = r, l = i, u = a, d = o, f = m, p = h, g(n);
		});
	};
}
function kr(e, t) {
	let n = tr(t);
	return (t, r, i, a, o) => r.map((t) => n(e(t)));
}
function Ar(e, t, n) {
	return new Date(e, t, n);
}
function jr(e, t) {
	return t(e);
}
var Mr = "{YYYY}-{MM}-{DD} {h}:{mm}{aa}";
function Nr(e, t) {
	return (n, r, i, a) => a == null ? lt : t(e(r));
}
function Pr(e, t) {
	let n = e.series[t];
	return n.width ? n.stroke(e, t) : n.points.width ? n.points.stroke(e, t) : null;
}
function Fr(e, t) {
	return e.series[t].fill(e, t);
}
var Ir = {
	show: !0,
	live: !0,
	isolate: !1,
	mount: fn,
	markers: {
		show: !0,
		width: 2,
		stroke: Pr,
		fill: Fr,
		dash: "solid"
	},
	idx: null,
	idxs: null,
	values: []
};
function Lr(e, t) {
	let n = e.cursor.points, r = yt(), i = n.size(e, t);
	B(r, Ge, i), B(r, Ke, i);
	let a = i / -2;
	B(r, "marginLeft", a), B(r, "marginTop", a);
	let o = n.width(e, t, i);
	return o && B(r, "borderWidth", o), r;
}
function Rr(e, t) {
	let n = e.series[t].points;
	return n._fill || n._stroke;
}
function zr(e, t) {
	let n = e.series[t].points;
	return n._stroke || n._fill;
}
function Br(e, t) {
	return e.series[t].points.size;
}
var Vr = [0, 0];
function Hr(e, t, n) {
	return Vr[0] = t, Vr[1] = n, Vr;
}
function Ur(e, t, n, r = !0) {
	return (e) => {
		e.button != 0 || r && e.target != t || n(e);
	};
}
function Wr(e, t, n, r = !0) {
	return (e) => {
		r && e.target != t || n(e);
	};
}
var Gr = {
	show: !0,
	x: !0,
	y: !0,
	lock: !1,
	move: Hr,
	points: {
		one: !1,
		show: Lr,
		size: Br,
		width: 0,
		stroke: zr,
		fill: Rr
	},
	bind: {
		mousedown: Ur,
		mouseup: Ur,
		click: Ur,
		dblclick: Ur,
		mousemove: Wr,
		mouseleave: Wr,
		mouseenter: Wr
	},
	drag: {
		setScale: !0,
		x: !0,
		y: !1,
		dist: 0,
		uni: null,
		click: (e, t) => {
			t.stopPropagation(), t.stopImmediatePropagation();
		},
		_x: !1,
		_y: !1
	},
	focus: {
		dist: (e, t, n, r, i) => r - i,
		prox: -1,
		bias: 0
	},
	hover: {
		skip: [void 0],
		prox: null,
		bias: 0
	},
	left: -10,
	top: -10,
	idx: null,
	dataIdx: null,
	idxs: null,
	event: null
}, Kr = {
	show: !0,
	stroke: "rgba(0,0,0,0.07)",
	width: 2
}, qr = G({}, Kr, { filter: mn }), Jr = G({}, qr, { size: 10 }), Yr = G({}, Kr, { show: !1 }), Xr = "12px system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, \"Noto Sans\", sans-serif, \"Apple Color Emoji\", \"Segoe UI Emoji\", \"Segoe UI Symbol\", \"Noto Color Emoji\"", Zr = "bold " + Xr, Qr = 1.5, $r = {
	show: !0,
	scale: "x",
	stroke: Ze,
	space: 50,
	gap: 5,
	alignTo: 1,
	size: 50,
	labelGap: 0,
	labelSize: 30,
	labelFont: Zr,
	side: 2,
	grid: qr,
	ticks: Jr,
	border: Yr,
	font: Xr,
	lineGap: Qr,
	rotate: 0
}, ei = "Value", ti = "Time", ni = {
	show: !0,
	scale: "x",
	auto: !1,
	sorted: 1,
	min: H,
	max: -Infinity,
	idxs: []
};
function ri(e, t, n, r, i) {
	return t.map((e) => e == null ? "" : qt(e));
}
function ii(e, t, n, r, i, a, o) {
	let s = [], c = Cn.get(i) || 0;
	n = o ? n : W(xn(n, i), c);
	for (let e = n; e <= r; e = W(e + i, c)) s.push(Object.is(e, -0) ? 0 : e);
	return s;
}
function ai(e, t, n, r, i, a, o) {
	let s = [], c = e.scales[e.axes[t].scale].log;
	i = nn(c, Zt((c == 10 ? an : on)(n))), c == 10 && (i = lr[At(i, lr)]);
	let l = n, u = i * c;
	c == 10 && (u = lr[At(u, lr)]);
	do
		s.push(l), l += i, c == 10 && !Cn.has(l) && (l = W(l, Cn.get(i))), l >= u && (i = l, u = i * c, c == 10 && (u = lr[At(u, lr)]));
	while (l <= r);
	return s;
}
function oi(e, t, n, r, i, a, o) {
	let s = e.scales[e.axes[t].scale].asinh, c = r > s ? ai(e, t, tn(s, n), r, i) : [s], l = r >= 0 && n <= 0 ? [0] : [];
	return (n < -s ? ai(e, t, tn(s, -r), -n, i) : [s]).reverse().map((e) => -e).concat(l, c);
}
var si = /./, ci = /[12357]/, q = /[125]/, J = /1/, li = (e, t, n, r) => e.map((e, i) => t == 4 && e == 0 || i % r == 0 && n.test(e.toExponential()[+(e < 0)]) ? e : null);
function ui(e, t, n, r, i) {
	let a = e.axes[n], o = a.scale, s = e.scales[o], c = e.valToPos, l = a._space, u = c(10, o), d = c(9, o) - u >= l ? si : c(7, o) - u >= l ? ci : c(5, o) - u >= l ? q : J;
	if (d == J) {
		let e = Xt(c(1, o) - u);
		if (e < l) return li(t.slice().reverse(), s.distr, d, $t(l / e)).reverse();
	}
	return li(t, s.distr, d, 1);
}
function di(e, t, n, r, i) {
	let a = e.axes[n], o = a.scale, s = a._space, c = e.valToPos, l = Xt(c(1, o) - c(2, o));
	return l < s ? li(t.slice().reverse(), 3, si, $t(s / l)).reverse() : t;
}
function fi(e, t, n, r) {
	return r == null ? lt : t == null ? "" : qt(t);
}
var pi = {
	show: !0,
	scale: "y",
	stroke: Ze,
	space: 30,
	gap: 5,
	alignTo: 1,
	size: 50,
	labelGap: 0,
	labelSize: 30,
	labelFont: Zr,
	side: 3,
	grid: qr,
	ticks: Jr,
	border: Yr,
	font: Xr,
	lineGap: Qr,
	rotate: 0
};
function mi(e, t) {
	return W((3 + (e || 1) * 2) * t, 3);
}
function hi(e, t) {
	let { scale: n, idxs: r } = e.series[0], i = e._data[0], a = e.valToPos(i[r[0]], n, !0), o = Xt(e.valToPos(i[r[1]], n, !0) - a) / (e.series[t].points.space * z);
	return r[1] - r[0] <= o;
}
var Y = {
	scale: null,
	auto: !0,
	sorted: 0,
	min: H,
	max: -Infinity
}, gi = (e, t, n, r, i) => i, _i = {
	show: !0,
	auto: !0,
	sorted: 0,
	gaps: gi,
	alpha: 1,
	facets: [G({}, Y, { scale: "x" }), G({}, Y, { scale: "y" })]
}, vi = {
	scale: "y",
	auto: !0,
	sorted: 0,
	show: !0,
	spanGaps: !1,
	gaps: gi,
	alpha: 1,
	points: {
		show: hi,
		filter: null
	},
	values: null,
	min: H,
	max: -Infinity,
	idxs: [],
	path: null,
	clip: null
};
function yi(e, t, n, r, i) {
	return n / 10;
}
var bi = {
	time: we,
	auto: !0,
	distr: 1,
	log: 10,
	asinh: 1,
	min: null,
	max: null,
	dir: 1,
	ori: 0
}, xi = G({}, bi, {
	time: !1,
	ori: 1
}), X = {};
function Si(e, t) {
	let n = X[e];
	return n || (n = {
		key: e,
		plots: [],
		sub(e) {
			n.plots.push(e);
		},
		unsub(e) {
			n.plots = n.plots.filter((t) => t != e);
		},
		pub(e, t, r, i, a, o, s) {
			for (let c = 0; c < n.plots.length; c++) n.plots[c] != t && n.plots[c].pub(e, t, r, i, a, o, s);
		}
	}, e != null && (X[e] = n)), n;
}
var Ci = 1, wi = 2;
function Ti(e, t, n) {
	let r = e.mode, i = e.series[t], a = r == 2 ? e._data[t] : e._data, o = e.scales, s = e.bbox, c = a[0], l = r == 2 ? a[1] : a[t], u = r == 2 ? o[i.facets[0].scale] : o[e.series[0].scale], d = r == 2 ? o[i.facets[1].scale] : o[i.scale], f = s.left, p = s.top, m = s.width, h = s.height, g = e.valToPosH, _ = e.valToPosV;
	return u.ori == 0 ? n(i, c, l, u, d, g, _, f, p, m, h, Pi, Ii, Ri, Bi, Hi) : n(i, c, l, u, d, _, g, p, f, h, m, Fi, Li, zi, Vi, Ui);
}
function Ei(e, t) {
	let n = 0, r = 0, i = V(e.bands, Dn);
	for (let e = 0; e < i.length; e++) {
		let a = i[e];
		a.series[0] == t ? n = a.dir : a.series[1] == t && (a.dir == 1 ? r |= 1 : r |= 2);
	}
	return [n, r == 1 ? -1 : r == 2 ? 1 : r == 3 ? 2 : 0];
}
function Di(e, t, n, r, i) {
	let a = e.mode, o = e.series[t], s = a == 2 ? o.facets[1].scale : o.scale, c = e.scales[s];
	return i == -1 ? c.min : i == 1 ? c.max : c.distr == 3 ? c.dir == 1 ? c.min : c.max : 0;
}
function Oi(e, t, n, r, i, a) {
	return Ti(e, t, (e, t, o, s, c, l, u, d, f, p, m) => {
		let h = e.pxRound, g = s.dir * (s.ori == 0 ? 1 : -1), _ = s.ori == 0 ? Ii : Li, v, y;
		g == 1 ? (v = n, y = r) : (v = r, y = n);
		let b = h(l(t[v], s, p, d)), x = h(u(o[v], c, m, f)), S = h(l(t[y], s, p, d)), C = h(u(a == 1 ? c.max : c.min, c, m, f)), w = new Path2D(i);
		return _(w, S, C), _(w, b, C), _(w, b, x), w;
	});
}
function ki(e, t, n, r, i, a) {
	let o = null;
	if (e.length > 0) {
		o = new Path2D();
		let s = t == 0 ? Ri : zi, c = n;
		for (let t = 0; t < e.length; t++) {
			let n = e[t];
			if (n[1] > n[0]) {
				let e = n[0] - c;
				e > 0 && s(o, c, r, e, r + a), c = n[1];
			}
		}
		let l = n + i - c;
		l > 0 && s(o, c, r - 5, l, r + a + 10);
	}
	return o;
}
function Ai(e, t, n) {
	let r = e[e.length - 1];
	r && r[0] == t ? r[1] = n : e.push([t, n]);
}
function ji(e, t, n, r, i, a, o) {
	let s = [], c = e.length;
	for (let l = i == 1 ? n : r; l >= n && l <= r; l += i) if (t[l] === null) {
		let u = l, d = l;
		if (i == 1) for (; ++l <= r && t[l] === null;) d = l;
		else for (; --l >= n && t[l] === null;) d = l;
		let f = a(e[u]), p = d == u ? f : a(e[d]), m = u - i;
		f = o <= 0 && m >= 0 && m < c ? a(e[m]) : f;
		let h = d + i;
		p = o >= 0 && h >= 0 && h < c ? a(e[h]) : p, p >= f && s.push([f, p]);
	}
	return s;
}
function Mi(e) {
	return e == 0 ? pn : e == 1 ? Qt : (t) => bn(t, e);
}
function Ni(e) {
	let t = e == 0 ? Pi : Fi, n = e == 0 ? (e, t, n, r, i, a) => {
		e.arcTo(t, n, r, i, a);
	} : (e, t, n, r, i, a) => {
		e.arcTo(n, t, i, r, a);
	}, r = e == 0 ? (e, t, n, r, i) => {
		e.rect(t, n, r, i);
	} : (e, t, n, r, i) => {
		e.rect(n, t, i, r);
	};
	return (e, i, a, o, s, c = 0, l = 0) => {
		c == 0 && l == 0 ? r(e, i, a, o, s) : (c = en(c, o / 2, s / 2), l = en(l, o / 2, s / 2), t(e, i + c, a), n(e, i + o, a, i + o, a + s, c), n(e, i + o, a + s, i, a + s, l), n(e, i, a + s, i, a, l), n(e, i, a, i + o, a, c), e.closePath());
	};
}
var Pi = (e, t, n) => {
	e.moveTo(t, n);
}, Fi = (e, t, n) => {
	e.moveTo(n, t);
}, Ii = (e, t, n) => {
	e.lineTo(t, n);
}, Li = (e, t, n) => {
	e.lineTo(n, t);
}, Ri = Ni(0), zi = Ni(1), Bi = (e, t, n, r, i, a) => {
	e.arc(t, n, r, i, a);
}, Vi = (e, t, n, r, i, a) => {
	e.arc(n, t, r, i, a);
}, Hi = (e, t, n, r, i, a, o) => {
	e.bezierCurveTo(t, n, r, i, a, o);
}, Ui = (e, t, n, r, i, a, o) => {
	e.bezierCurveTo(n, t, i, r, o, a);
};
function Wi(e) {
	return (e, t, n, r, i) => Ti(e, t, (t, a, o, s, c, l, u, d, f, p, m) => {
		let { pxRound: h, points: g } = t, _, v;
		s.ori == 0 ? (_ = Pi, v = Bi) : (_ = Fi, v = Vi);
		let y = W(g.width * z, 3), b = (g.size - g.width) / 2 * z, x = W(b * 2, 3), S = new Path2D(), C = new Path2D(), { left: w, top: T, width: E, height: D } = e.bbox;
		Ri(C, w - x, T - x, E + x * 2, D + x * 2);
		let O = (e) => {
			if (o[e] != null) {
				let t = h(l(a[e], s, p, d)), n = h(u(o[e], c, m, f));
				_(S, t + b, n), v(S, t, n, b, 0, Yt * 2);
			}
		};
		if (i) i.forEach(O);
		else for (let e = n; e <= r; e++) O(e);
		return {
			stroke: y > 0 ? S : null,
			fill: S,
			clip: C,
			flags: 3
		};
	});
}
function Gi(e) {
	return (t, n, r, i, a, o) => {
		r != i && (a != r && o != r && e(t, n, r), a != i && o != i && e(t, n, i), e(t, n, o));
	};
}
var Ki = Gi(Ii), qi = Gi(Li);
function Ji(e) {
	let t = V(e?.alignGaps, 0);
	return (e, n, r, i) => Ti(e, n, (a, o, s, c, l, u, d, f, p, m, h) => {
		[r, i] = Pt(s, r, i);
		let g = a.pxRound, _ = (e) => g(u(e, c, m, f)), v = (e) => g(d(e, l, h, p)), y, b;
		c.ori == 0 ? (y = Ii, b = Ki) : (y = Li, b = qi);
		let x = c.dir * (c.ori == 0 ? 1 : -1), S = {
			stroke: new Path2D(),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: Ci
		}, C = S.stroke, w = !1;
		if (i - r >= m * 4) {
			let t = (t) => e.posToVal(t, c.key, !0), n = null, a = null, l, u, d, f = _(o[x == 1 ? r : i]), p = _(o[r]), m = _(o[i]), h = t(x == 1 ? p + 1 : m - 1);
			for (let e = x == 1 ? r : i; e >= r && e <= i; e += x) {
				let r = o[e], i = (x == 1 ? r < h : r > h) ? f : _(r), c = s[e];
				i == f ? c == null ? c === null && (w = !0) : (u = c, n == null ? (y(C, i, v(u)), l = n = a = u) : u < n ? n = u : u > a && (a = u)) : (n != null && b(C, f, v(n), v(a), v(l), v(u)), c == null ? (n = a = null, c === null && (w = !0)) : (u = c, y(C, i, v(u)), n = a = l = u), f = i, h = t(f + x));
			}
			n != null && n != a && d != f && b(C, f, v(n), v(a), v(l), v(u));
		} else for (let e = x == 1 ? r : i; e >= r && e <= i; e += x) {
			let t = s[e];
			t === null ? w = !0 : t != null && y(C, _(o[e]), v(t));
		}
		let [T, E] = Ei(e, n);
		if (a.fill != null || T != 0) {
			let t = S.fill = new Path2D(C), s = v(a.fillTo(e, n, a.min, a.max, T)), c = _(o[r]), l = _(o[i]);
			x == -1 && ([l, c] = [c, l]), y(t, l, s), y(t, c, s);
		}
		if (!a.spanGaps) {
			let l = [];
			w && l.push(...ji(o, s, r, i, x, _, t)), S.gaps = l = a.gaps(e, n, r, i, l), S.clip = ki(l, c.ori, f, p, m, h);
		}
		return E != 0 && (S.band = E == 2 ? [Oi(e, n, r, i, C, -1), Oi(e, n, r, i, C, 1)] : Oi(e, n, r, i, C, E)), S;
	});
}
function Yi(e) {
	let t = V(e.align, 1), n = V(e.ascDesc, !1), r = V(e.alignGaps, 0), i = V(e.extend, !1);
	return (e, a, o, s) => Ti(e, a, (c, l, u, d, f, p, m, h, g, _, v) => {
		[o, s] = Pt(u, o, s);
		let y = c.pxRound, { left: b, width: x } = e.bbox, S = (e) => y(p(e, d, _, h)), C = (e) => y(m(e, f, v, g)), w = d.ori == 0 ? Ii : Li, T = {
			stroke: new Path2D(),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: Ci
		}, E = T.stroke, D = d.dir * (d.ori == 0 ? 1 : -1), O = C(u[D == 1 ? o : s]), k = S(l[D == 1 ? o : s]), ee = k, A = k;
		i && t == -1 && (A = b, w(E, A, O)), w(E, k, O);
		for (let e = D == 1 ? o : s; e >= o && e <= s; e += D) {
			let n = u[e];
			if (n == null) continue;
			let r = S(l[e]), i = C(n);
			t == 1 ? w(E, r, O) : w(E, ee, i), w(E, r, i), O = i, ee = r;
		}
		let j = ee;
		i && t == 1 && (j = b + x, w(E, j, O));
		let [te, ne] = Ei(e, a);
		if (c.fill != null || te != 0) {
			let t = T.fill = new Path2D(E), n = C(c.fillTo(e, a, c.min, c.max, te));
			w(t, j, n), w(t, A, n);
		}
		if (!c.spanGaps) {
			let i = [];
			i.push(...ji(l, u, o, s, D, S, r));
			let f = c.width * z / 2, p = n || t == 1 ? f : -f, m = n || t == -1 ? -f : f;
			i.forEach((e) => {
				e[0] += p, e[1] += m;
			}), T.gaps = i = c.gaps(e, a, o, s, i), T.clip = ki(i, d.ori, h, g, _, v);
		}
		return ne != 0 && (T.band = ne == 2 ? [Oi(e, a, o, s, E, -1), Oi(e, a, o, s, E, 1)] : Oi(e, a, o, s, E, ne)), T;
	});
}
function Xi(e, t, n, r, i, a, o = H) {
	if (e.length > 1) {
		let s = null;
		for (let c = 0, l = Infinity; c < e.length; c++) if (t[c] !== void 0) {
			if (s != null) {
				let t = Xt(e[c] - e[s]);
				t < l && (l = t, o = Xt(n(e[c], r, i, a) - n(e[s], r, i, a)));
			}
			s = c;
		}
	}
	return o;
}
function Zi(e) {
	e ||= En;
	let t = V(e.size, [
		.6,
		H,
		1
	]), n = e.align || 0, r = e.gap || 0, i = e.radius;
	i = i == null ? [0, 0] : typeof i == "number" ? [i, 0] : i;
	let a = U(i), o = 1 - t[0], s = V(t[1], H), c = V(t[2], 1), l = V(e.disp, En), u = V(e.each, (e) => {}), { fill: d, stroke: f } = l;
	return (e, t, i, p) => Ti(e, t, (m, h, g, _, v, y, b, x, S, C, w) => {
		let T = m.pxRound, E = n, D = r * z, O = s * z, k = c * z, ee, A;
		_.ori == 0 ? [ee, A] = a(e, t) : [A, ee] = a(e, t);
		let j = _.dir * (_.ori == 0 ? 1 : -1), te = _.ori == 0 ? Ri : zi, ne = _.ori == 0 ? u : (e, t, n, r, i, a, o) => {
			u(e, t, n, i, r, o, a);
		}, re = V(e.bands, Dn).find((e) => e.series[0] == t), ie = re == null ? 0 : re.dir, ae = m.fillTo(e, t, m.min, m.max, ie), M = T(b(ae, v, w, S)), N, P, oe, F = C, I = T(m.width * z), se = !1, ce = null, le = null, ue = null, de = null;
		d != null && (I == 0 || f != null) && (se = !0, ce = d.values(e, t, i, p), le = /* @__PURE__ */ new Map(), new Set(ce).forEach((e) => {
			e != null && le.set(e, new Path2D());
		}), I > 0 && (ue = f.values(e, t, i, p), de = /* @__PURE__ */ new Map(), new Set(ue).forEach((e) => {
			e != null && de.set(e, new Path2D());
		})));
		let { x0: fe, size: pe } = l;
		if (fe != null && pe != null) {
			E = 1, h = fe.values(e, t, i, p), fe.unit == 2 && (h = h.map((t) => e.posToVal(x + t * C, _.key, !0)));
			let n = pe.values(e, t, i, p);
			P = pe.unit == 2 ? n[0] * C : y(n[0], _, C, x) - y(0, _, C, x), F = Xi(h, g, y, _, C, x, F), oe = F - P + D;
		} else F = Xi(h, g, y, _, C, x, F), oe = F * o + D, P = F - oe;
		oe < 1 && (oe = 0), I >= P / 2 && (I = 0), oe < 5 && (T = pn);
		let me = oe > 0, he = F - oe - (me ? I : 0);
		P = T(un(he, k, O)), N = (E == 0 ? P / 2 : E == j ? 0 : P) - E * j * ((E == 0 ? D / 2 : 0) + (me ? I / 2 : 0));
		let ge = {
			stroke: null,
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: 0
		}, _e = se ? null : new Path2D(), ve = null;
		if (re != null) ve = e.data[re.series[1]];
		else {
			let { y0: n, y1: r } = l;
			n != null && r != null && (g = r.values(e, t, i, p), ve = n.values(e, t, i, p));
		}
		let ye = ee * P, be = A * P;
		for (let n = j == 1 ? i : p; n >= i && n <= p; n += j) {
			let r = g[n];
			if (r == null) continue;
			if (ve != null) {
				let e = ve[n] ?? 0;
				if (r - e == 0) continue;
				M = b(e, v, w, S);
			}
			let i = y(_.distr != 2 || l != null ? h[n] : n, _, C, x), a = b(V(r, ae), v, w, S), o = T(i - N), s = T(tn(a, M)), c = T(en(a, M)), u = s - c;
			if (r != null) {
				let i = r < 0 ? be : ye, a = r < 0 ? ye : be;
				se ? (I > 0 && ue[n] != null && te(de.get(ue[n]), o, c + Zt(I / 2), P, tn(0, u - I), i, a), ce[n] != null && te(le.get(ce[n]), o, c + Zt(I / 2), P, tn(0, u - I), i, a)) : te(_e, o, c + Zt(I / 2), P, tn(0, u - I), i, a), ne(e, t, n, o - I / 2, c, P + I, u);
			}
		}
		return I > 0 ? ge.stroke = se ? de : _e : se || (ge._fill = m.width == 0 ? m._fill : m._stroke ?? m._fill, ge.width = 0), ge.fill = se ? le : _e, ge;
	});
}
function Qi(e, t) {
	let n = V(t?.alignGaps, 0);
	return (t, r, i, a) => Ti(t, r, (o, s, c, l, u, d, f, p, m, h, g) => {
		[i, a] = Pt(c, i, a);
		let _ = o.pxRound, v = (e) => _(d(e, l, h, p)), y = (e) => _(f(e, u, g, m)), b, x, S;
		l.ori == 0 ? (b = Pi, S = Ii, x = Hi) : (b = Fi, S = Li, x = Ui);
		let C = l.dir * (l.ori == 0 ? 1 : -1), w = v(s[C == 1 ? i : a]), T = w, E = [], D = [];
		for (let e = C == 1 ? i : a; e >= i && e <= a; e += C) if (c[e] != null) {
			let t = s[e], n = v(t);
			E.push(T = n), D.push(y(c[e]));
		}
		let O = {
			stroke: e(E, D, b, S, x, _),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: Ci
		}, k = O.stroke, [ee, A] = Ei(t, r);
		if (o.fill != null || ee != 0) {
			let e = O.fill = new Path2D(k), n = y(o.fillTo(t, r, o.min, o.max, ee));
			S(e, T, n), S(e, w, n);
		}
		if (!o.spanGaps) {
			let e = [];
			e.push(...ji(s, c, i, a, C, v, n)), O.gaps = e = o.gaps(t, r, i, a, e), O.clip = ki(e, l.ori, p, m, h, g);
		}
		return A != 0 && (O.band = A == 2 ? [Oi(t, r, i, a, k, -1), Oi(t, r, i, a, k, 1)] : Oi(t, r, i, a, k, A)), O;
	});
}
function $i(e) {
	return Qi(ea, e);
}
function ea(e, t, n, r, i, a) {
	let o = e.length;
	if (o < 2) return null;
	let s = new Path2D();
	if (n(s, e[0], t[0]), o == 2) r(s, e[1], t[1]);
	else {
		let n = Array(o), r = Array(o - 1), a = Array(o - 1), c = Array(o - 1);
		for (let n = 0; n < o - 1; n++) a[n] = t[n + 1] - t[n], c[n] = e[n + 1] - e[n], r[n] = a[n] / c[n];
		n[0] = r[0];
		for (let e = 1; e < o - 1; e++) r[e] === 0 || r[e - 1] === 0 || r[e - 1] > 0 != r[e] > 0 ? n[e] = 0 : (n[e] = 3 * (c[e - 1] + c[e]) / ((2 * c[e] + c[e - 1]) / r[e - 1] + (c[e] + 2 * c[e - 1]) / r[e]), isFinite(n[e]) || (n[e] = 0));
		n[o - 1] = r[o - 2];
		for (let r = 0; r < o - 1; r++) i(s, e[r] + c[r] / 3, t[r] + n[r] * c[r] / 3, e[r + 1] - c[r] / 3, t[r + 1] - n[r + 1] * c[r] / 3, e[r + 1], t[r + 1]);
	}
	return s;
}
var ta = /* @__PURE__ */ new Set();
function na() {
	for (let e of ta) e.syncRect(!0);
}
ut && (Ot(at, ft, na), Ot(ot, ft, na, !0), Ot(ct, ft, () => {
	Z.pxRatio = z;
}));
var ra = Ji(), ia = Wi();
function aa(e, t, n, r) {
	return (r ? [e[0], e[1]].concat(e.slice(2)) : [e[0]].concat(e.slice(1))).map((e, r) => sa(e, r, t, n));
}
function oa(e, t) {
	return e.map((e, n) => n == 0 ? {} : G({}, t, e));
}
function sa(e, t, n, r) {
	return G({}, t == 0 ? n : r, e);
}
function ca(e, t, n) {
	return t == null ? On : [t, n];
}
var la = ca;
function ua(e, t, n) {
	return t == null ? On : Ut(t, n, zt, !0);
}
function da(e, t, n, r) {
	return t == null ? On : Lt(t, n, e.scales[r].log, !1);
}
var fa = da;
function pa(e, t, n, r) {
	return t == null ? On : Rt(t, n, e.scales[r].log, !1);
}
var ma = pa;
function ha(e, t, n, r, i) {
	let a = tn(ln(e), ln(t)), o = t - e, s = At(i / r * o, n);
	do {
		let e = n[s], t = r * e / o;
		if (t >= i && a + (e < 5 ? Cn.get(e) : 0) <= 17) return [e, t];
	} while (++s < n.length);
	return [0, 0];
}
function ga(e) {
	let t, n;
	return e = e.replace(/(\d+)px/, (e, r) => (t = Qt((n = +r) * z)) + "px"), [
		e,
		t,
		n
	];
}
function _a(e) {
	e.show && [e.font, e.labelFont].forEach((e) => {
		let t = W(e[2] * z, 1);
		e[0] = e[0].replace(/[0-9.]+px/, t + "px"), e[1] = t;
	});
}
function Z(e, t, n) {
	let r = { mode: V(e.mode, 1) }, i = r.mode;
	function a(e, t, n, r) {
		let i = t.valToPct(e);
		return r + n * (t.dir == -1 ? 1 - i : i);
	}
	function o(e, t, n, r) {
		let i = t.valToPct(e);
		return r + n * (t.dir == -1 ? i : 1 - i);
	}
	function s(e, t, n, r) {
		return t.ori == 0 ? a(e, t, n, r) : o(e, t, n, r);
	}
	r.valToPosH = a, r.valToPosV = o;
	let c = !1;
	r.status = 0;
	let l = r.root = yt(Te);
	if (e.id != null && (l.id = e.id), gt(l, e.class), e.title) {
		let t = yt(Oe, l);
		t.textContent = e.title;
	}
	let u = vt("canvas"), d = r.ctx = u.getContext("2d"), f = yt(ke, l);
	Ot("click", f, (e) => {
		e.target === m && (q != Zr || J != Qr) && hi.click(r, e);
	}, !0);
	let p = r.under = yt(Ae, f);
	f.appendChild(u);
	let m = r.over = yt(je, f);
	e = Ln(e);
	let h = +V(e.pxAlign, 1), g = Mi(h);
	(e.plugins || []).forEach((t) => {
		t.opts && (e = t.opts(r, e) || e);
	});
	let _ = e.ms || .001, v = r.series = i == 1 ? aa(e.series || [], ni, vi, !1) : oa(e.series || [null], _i), y = r.axes = aa(e.axes || [], $r, pi, !0), b = r.scales = {}, x = r.bands = e.bands || [];
	x.forEach((e) => {
		e.fill = U(e.fill || null), e.dir = V(e.dir, -1);
	});
	let S = i == 2 ? v[1].facets[0].scale : v[0].scale, C = {
		axes: Ar,
		series: dr
	}, w = (e.drawOrder || ["axes", "series"]).map((e) => C[e]);
	function T(e) {
		let t = e.distr == 3 ? (t) => an(t > 0 ? t : e.clamp(r, t, e.min, e.max, e.key)) : e.distr == 4 ? (t) => cn(t, e.asinh) : e.distr == 100 ? (t) => e.fwd(t) : (e) => e;
		return (n) => {
			let r = t(n), { _min: i, _max: a } = e, o = a - i;
			return (r - i) / o;
		};
	}
	function E(t) {
		let n = b[t];
		if (n == null) {
			let r = (e.scales || En)[t] || En;
			if (r.from != null) {
				E(r.from);
				let e = G({}, b[r.from], r, { key: t });
				e.valToPct = T(e), b[t] = e;
			} else {
				n = b[t] = G({}, t == S ? bi : xi, r), n.key = t;
				let e = n.time, a = n.range, o = kn(a);
				if ((t != S || i == 2 && !e) && (o && (a[0] == null || a[1] == null) && (a = {
					min: a[0] == null ? Bt : {
						mode: 1,
						hard: a[0],
						soft: a[0]
					},
					max: a[1] == null ? Bt : {
						mode: 1,
						hard: a[1],
						soft: a[1]
					}
				}, o = !1), !o && Nn(a))) {
					let e = a;
					a = (t, n, r) => n == null ? On : Ut(n, r, e);
				}
				n.range = U(a || (e ? la : t == S ? n.distr == 3 ? fa : n.distr == 4 ? ma : ca : n.distr == 3 ? da : n.distr == 4 ? pa : ua)), n.auto = U(!o && n.auto), n.clamp = U(n.clamp || yi), n._min = n._max = null, n.valToPct = T(n);
			}
		}
	}
	E("x"), E("y"), i == 1 && v.forEach((e) => {
		E(e.scale);
	}), y.forEach((e) => {
		E(e.scale);
	});
	for (let t in e.scales) E(t);
	let D = b[S], O = D.distr, k, ee;
	D.ori == 0 ? (gt(l, Ee), k = a, ee = o) : (gt(l, De), k = o, ee = a);
	let A = {};
	for (let e in b) {
		let t = b[e];
		(t.min != null || t.max != null) && (A[e] = {
			min: t.min,
			max: t.max
		}, t.min = t.max = null);
	}
	let j = e.tzDate || ((e) => new Date(Qt(e / _))), te = e.fmtDate || tr, ne = _ == 1 ? Cr(j) : Er(j), re = Or(j, Dr(_ == 1 ? Sr : Tr, te)), ie = Nr(j, jr(Mr, te)), ae = [], M = r.legend = G({}, Ir, e.legend), N = r.cursor = G({}, Gr, { drag: { y: i == 2 } }, e.cursor), P = M.show, oe = N.show, F = M.markers;
	M.idxs = ae, F.width = U(F.width), F.dash = U(F.dash), F.stroke = U(F.stroke), F.fill = U(F.fill);
	let I, se, ce, le = [], ue = [], de, fe = !1, pe = {};
	if (M.live) {
		let e = v[1] ? v[1].values : null;
		fe = e != null, de = fe ? e(r, 1, 0) : { _: 0 };
		for (let e in de) pe[e] = lt;
	}
	if (P) {
		if (I = vt("table", Re, l), ce = vt("tbody", null, I), M.mount(r, I), fe) {
			se = vt("thead", null, I, ce);
			let e = vt("tr", null, se);
			for (var me in vt("th", null, e), de) vt("th", Ue, e).textContent = me;
		} else gt(I, Be), M.live && gt(I, ze);
	}
	let he = { show: !0 }, ge = { show: !1 };
	function _e(e, t) {
		if (t == 0 && (fe || !M.live || i == 2)) return On;
		let n = [], a = vt("tr", Ve, ce, ce.childNodes[t]);
		gt(a, e.class), e.show || gt(a, Ne);
		let o = vt("th", null, a);
		if (F.show) {
			let e = yt(He, o);
			if (t > 0) {
				let n = F.width(r, t);
				n && (e.style.border = n + "px " + F.dash(r, t) + " " + F.stroke(r, t)), e.style.background = F.fill(r, t);
			}
		}
		let s = yt(Ue, o);
		for (var c in e.label instanceof HTMLElement ? s.appendChild(e.label) : s.textContent = e.label, t > 0 && (F.show || (s.style.color = e.width > 0 ? F.stroke(r, t) : F.fill(r, t)), ye("click", o, (t) => {
			if (N._lock) return;
			Gt(t);
			let n = v.indexOf(e);
			if ((t.ctrlKey || t.metaKey) != M.isolate) {
				let e = v.some((e, t) => t > 0 && t != n && e.show);
				v.forEach((t, r) => {
					r > 0 && Ai(r, e ? r == n ? he : ge : he, !0, Q.setSeries);
				});
			} else Ai(n, { show: !e.show }, !0, Q.setSeries);
		}, !1), Jt && ye(nt, o, (t) => {
			N._lock || (Gt(t), Ai(v.indexOf(e), zi, !0, Q.setSeries));
		}, !1)), de) {
			let e = vt("td", We, a);
			e.textContent = "--", n.push(e);
		}
		return [a, n];
	}
	let ve = /* @__PURE__ */ new Map();
	function ye(e, t, n, i = !0) {
		let a = ve.get(t) || {}, o = N.bind[e](r, t, n, i);
		o && (Ot(e, t, a[e] = o), ve.set(t, a));
	}
	function be(e, t, n) {
		let r = ve.get(t) || {};
		for (let n in r) (e == null || n == e) && (kt(n, t, r[n]), delete r[n]);
		e ?? ve.delete(t);
	}
	let xe = 0, Se = 0, L = 0, R = 0, Ce = 0, we = 0, Ze = Ce, at = we, ot = L, st = R, ut = 0, pt = 0, mt = 0, ht = 0;
	r.bbox = {};
	let bt = !1, St = !1, wt = !1, Et = !1, Dt = !1, jt = !1;
	function Mt(e, t, n) {
		(n || e != r.width || t != r.height) && Nt(e, t), Pr(!1), wt = !0, St = !0, Br();
	}
	function Nt(e, t) {
		r.width = xe = L = e, r.height = Se = R = t, Ce = we = 0, Vt(), Ht();
		let n = r.bbox;
		ut = n.left = bn(Ce * z, .5), pt = n.top = bn(we * z, .5), mt = n.width = bn(L * z, .5), ht = n.height = bn(R * z, .5);
	}
	function Pt() {
		let e = !1, t = 0;
		for (; !e;) {
			t++;
			let n = K(t), i = br(t);
			e = t == 3 || n && i, e || (Nt(r.width, r.height), St = !0);
		}
	}
	function Ft({ width: e, height: t }) {
		Mt(e, t);
	}
	r.setSize = Ft;
	function Vt() {
		let e = !1, t = !1, n = !1, r = !1;
		y.forEach((i, a) => {
			if (i.show && i._show) {
				let { side: a, _size: o } = i, s = a % 2, c = o + (i.label == null ? 0 : i.labelSize);
				c > 0 && (s ? (L -= c, a == 3 ? (Ce += c, r = !0) : n = !0) : (R -= c, a == 0 ? (we += c, e = !0) : t = !0));
			}
		}), xn[0] = e, xn[1] = n, xn[2] = t, xn[3] = r, L -= Fn[1] + Fn[3], Ce += Fn[3], R -= Fn[2] + Fn[0], we += Fn[0];
	}
	function Ht() {
		let e = Ce + L, t = we + R, n = Ce, r = we;
		function i(i, a) {
			switch (i) {
				case 1: return e += a, e - a;
				case 2: return t += a, t - a;
				case 3: return n -= a, n + a;
				case 0: return r -= a, r + a;
			}
		}
		y.forEach((e, t) => {
			if (e.show && e._show) {
				let t = e.side;
				e._pos = i(t, e._size), e.label != null && (e._lpos = i(t, e.labelSize));
			}
		});
	}
	if (N.dataIdx == null) {
		let e = N.hover, n = e.skip = new Set(e.skip ?? []);
		n.add(void 0);
		let r = e.prox = U(e.prox), i = e.bias ??= 0;
		N.dataIdx = (e, a, o, s) => {
			if (a == 0) return o;
			let c = o, l = r(e, a, o, s) ?? H, u = l >= 0 && l < H, d = D.ori == 0 ? L : R, f = N.left, p = t[0], m = t[a];
			if (n.has(m[o])) {
				c = null;
				let e = null, t = null, r;
				if (i == 0 || i == -1) for (r = o; e == null && r-- > 0;) n.has(m[r]) || (e = r);
				if (i == 0 || i == 1) for (r = o; t == null && r++ < m.length;) n.has(m[r]) || (t = r);
				if (e != null || t != null) {
					if (u) {
						let n = e == null ? -Infinity : k(p[e], D, d, 0), r = t == null ? Infinity : k(p[t], D, d, 0), i = f - n, a = r - f;
						i <= a ? i <= l && (c = e) : a <= l && (c = t);
					} else c = t == null ? e : e == null ? t : o - e <= t - o ? e : t;
				}
			} else u && Xt(f - k(p[o], D, d, 0)) > l && (c = null);
			return c;
		};
	}
	let Gt = (e) => {
		N.event = e;
	};
	N.idxs = ae, N._lock = !1;
	let Kt = N.points;
	Kt.show = U(Kt.show), Kt.size = U(Kt.size), Kt.stroke = U(Kt.stroke), Kt.width = U(Kt.width), Kt.fill = U(Kt.fill);
	let qt = r.focus = G({}, e.focus || { alpha: .3 }, N.focus), Jt = qt.prox >= 0, Zt = Jt && Kt.one, rn = [], on = [], ln = [];
	function fn(e, t) {
		let n = Kt.show(r, t);
		if (n instanceof HTMLElement) return gt(n, Le), gt(n, e.class), xt(n, -10, -10, L, R), m.insertBefore(n, rn[t]), n;
	}
	function pn(e, t) {
		if (i == 1 || t > 0) {
			let t = i == 1 && b[e.scale].time, n = e.value;
			e.value = t ? Mn(n) ? Nr(j, jr(n, te)) : n || ie : n || fi, e.label = e.label || (t ? ti : ei);
		}
		if (Zt || t > 0) {
			e.width = e.width == null ? 1 : e.width, e.paths = e.paths || ra || hn, e.fillTo = U(e.fillTo || Di), e.pxAlign = +V(e.pxAlign, h), e.pxRound = Mi(e.pxAlign), e.stroke = U(e.stroke || null), e.fill = U(e.fill || null), e._stroke = e._fill = e._paths = e._focus = null;
			let t = mi(tn(1, e.width), 1), n = e.points = G({}, {
				size: t,
				width: tn(1, t * .2),
				stroke: e.stroke,
				space: t * 2,
				paths: ia,
				_stroke: null,
				_fill: null
			}, e.points);
			n.show = U(n.show), n.filter = U(n.filter), n.fill = U(n.fill), n.stroke = U(n.stroke), n.paths = U(n.paths), n.pxAlign = e.pxAlign;
		}
		if (P) {
			let n = _e(e, t);
			le.splice(t, 0, n[0]), ue.splice(t, 0, n[1]), M.values.push(null);
		}
		if (oe) {
			ae.splice(t, 0, null);
			let n = null;
			Zt ? t == 0 && (n = fn(e, t)) : t > 0 && (n = fn(e, t)), rn.splice(t, 0, n), on.splice(t, 0, 0), ln.splice(t, 0, 0);
		}
		ka("addSeries", t);
	}
	function vn(e, t) {
		t ??= v.length, e = i == 1 ? sa(e, t, ni, vi) : sa(e, t, {}, _i), v.splice(t, 0, e), pn(v[t], t);
	}
	r.addSeries = vn;
	function yn(e) {
		if (v.splice(e, 1), P) {
			M.values.splice(e, 1), ue.splice(e, 1);
			let t = le.splice(e, 1)[0];
			be(null, t.firstChild), t.remove();
		}
		oe && (ae.splice(e, 1), rn.splice(e, 1)[0].remove(), on.splice(e, 1), ln.splice(e, 1)), ka("delSeries", e);
	}
	r.delSeries = yn;
	let xn = [
		!1,
		!1,
		!1,
		!1
	];
	function Sn(e, t) {
		if (e._show = e.show, e.show) {
			let n = e.side % 2, i = b[e.scale];
			i ??= (e.scale = n ? v[1].scale : S, b[e.scale]);
			let a = i.time;
			e.size = U(e.size), e.space = U(e.space), e.rotate = U(e.rotate), kn(e.incrs) && e.incrs.forEach((e) => {
				!Cn.has(e) && Cn.set(e, wn(e));
			}), e.incrs = U(e.incrs || (i.distr == 2 ? cr : a ? _ == 1 ? xr : wr : lr)), e.splits = U(e.splits || (a && i.distr == 1 ? ne : i.distr == 3 ? ai : i.distr == 4 ? oi : ii)), e.stroke = U(e.stroke), e.grid.stroke = U(e.grid.stroke), e.ticks.stroke = U(e.ticks.stroke), e.border.stroke = U(e.border.stroke);
			let o = e.values;
			e.values = kn(o) && !kn(o[0]) ? U(o) : a ? kn(o) ? Or(j, Dr(o, te)) : Mn(o) ? kr(j, o) : o || re : o || ri, e.filter = U(e.filter || (i.distr >= 3 && i.log == 10 ? ui : i.distr == 3 && i.log == 2 ? di : mn)), e.font = ga(e.font), e.labelFont = ga(e.labelFont), e._size = e.size(r, null, t, 0), e._space = e._rotate = e._incrs = e._found = e._splits = e._values = null, e._size > 0 && (xn[t] = !0, e._el = yt(Me, f));
		}
	}
	function Tn(e, t, n, r) {
		let [i, a, o, s] = n, c = t % 2, l = 0;
		return c == 0 && (s || a) && (l = t == 0 && !i || t == 2 && !o ? Qt($r.size / 3) : 0), c == 1 && (i || o) && (l = t == 1 && !a || t == 3 && !s ? Qt(pi.size / 2) : 0), l;
	}
	let An = r.padding = (e.padding || [
		Tn,
		Tn,
		Tn,
		Tn
	]).map((e) => U(V(e, Tn))), Fn = r._padding = An.map((e, t) => e(r, t, xn, 0)), In, Rn = null, zn = null, Bn = i == 1 ? v[0].idxs : null, Vn = null, Hn = !1;
	function Wn(e, n) {
		if (t = e ?? [], r.data = r._data = t, i == 2) {
			In = 0;
			for (let e = 1; e < v.length; e++) In += t[e][0].length;
		} else {
			t.length == 0 && (r.data = r._data = t = [[]]), Vn = t[0], In = Vn.length;
			let e = t;
			if (O == 2) {
				e = t.slice();
				let n = e[0] = Array(In);
				for (let e = 0; e < In; e++) n[e] = e;
			}
			r._data = t = e;
		}
		if (Pr(!0), ka("setData"), O == 2 && (wt = !0), n !== !1) {
			let e = D;
			e.auto(r, Hn) ? Gn() : ki(S, e.min, e.max), Et ||= N.left >= 0, jt = !0, Br();
		}
	}
	r.setData = Wn;
	function Gn() {
		Hn = !0;
		let e, n;
		i == 1 && (In > 0 ? (Rn = Bn[0] = 0, zn = Bn[1] = In - 1, e = t[0][Rn], n = t[0][zn], O == 2 ? (e = Rn, n = zn) : e == n && (O == 3 ? [e, n] = Lt(e, e, D.log, !1) : O == 4 ? [e, n] = Rt(e, e, D.log, !1) : D.time ? n = e + Qt(86400 / _) : [e, n] = Ut(e, n, zt, !0))) : (Rn = Bn[0] = e = null, zn = Bn[1] = n = null)), ki(S, e, n);
	}
	let Kn, qn, Jn, Yn, Xn, Zn, Qn, $n, er, nr;
	function rr(e, t, n, r, i, a) {
		e ??= Qe, n ??= Dn, r ??= "butt", i ??= Qe, a ??= "round", e != Kn && (d.strokeStyle = Kn = e), i != qn && (d.fillStyle = qn = i), t != Jn && (d.lineWidth = Jn = t), a != Xn && (d.lineJoin = Xn = a), r != Zn && (d.lineCap = Zn = r), n != Yn && d.setLineDash(Yn = n);
	}
	function ir(e, t, n, r) {
		t != qn && (d.fillStyle = qn = t), e != Qn && (d.font = Qn = e), n != $n && (d.textAlign = $n = n), r != er && (d.textBaseline = er = r);
	}
	function ar(e, t, n, i, a = 0) {
		if (i.length > 0 && e.auto(r, Hn) && (t == null || t.min == null)) {
			let t = V(Rn, 0), r = V(zn, i.length - 1), o = n.min == null ? It(i, t, r, a, e.distr == 3) : [n.min, n.max];
			e.min = en(e.min, n.min = o[0]), e.max = tn(e.max, n.max = o[1]);
		}
	}
	let or = {
		min: null,
		max: null
	};
	function sr() {
		for (let e in b) {
			let t = b[e];
			A[e] == null && (t.min == null || A[S] != null && t.auto(r, Hn)) && (A[e] = or);
		}
		for (let e in b) {
			let t = b[e];
			A[e] == null && t.from != null && A[t.from] != null && (A[e] = or);
		}
		A[S] != null && Pr(!0);
		let e = {};
		for (let t in A) {
			let n = A[t];
			if (n != null) {
				let a = e[t] = Ln(b[t], Pn);
				if (n.min != null) G(a, n);
				else if (t != S || i == 2) {
					if (In == 0 && a.from == null) {
						let e = a.range(r, null, null, t);
						a.min = e[0], a.max = e[1];
					} else a.min = H, a.max = -Infinity;
				}
			}
		}
		if (In > 0) {
			v.forEach((n, a) => {
				if (i == 1) {
					let i = n.scale, o = A[i];
					if (o == null) return;
					let s = e[i];
					if (a == 0) {
						let e = s.range(r, s.min, s.max, i);
						s.min = e[0], s.max = e[1], Rn = At(s.min, t[0]), zn = At(s.max, t[0]), zn - Rn > 1 && (t[0][Rn] < s.min && Rn++, t[0][zn] > s.max && zn--), n.min = Vn[Rn], n.max = Vn[zn];
					} else n.show && n.auto && ar(s, o, n, t[a], n.sorted);
					n.idxs[0] = Rn, n.idxs[1] = zn;
				} else if (a > 0 && n.show && n.auto) {
					let [r, i] = n.facets, o = r.scale, s = i.scale, [c, l] = t[a], u = e[o], d = e[s];
					u != null && ar(u, A[o], r, c, r.sorted), d != null && ar(d, A[s], i, l, i.sorted), n.min = i.min, n.max = i.max;
				}
			});
			for (let t in e) {
				let n = e[t], i = A[t];
				if (n.from == null && (i == null || i.min == null)) {
					let e = n.range(r, n.min == H ? null : n.min, n.max == -Infinity ? null : n.max, t);
					n.min = e[0], n.max = e[1];
				}
			}
		}
		for (let t in e) {
			let n = e[t];
			if (n.from != null) {
				let i = e[n.from];
				if (i.min == null) n.min = n.max = null;
				else {
					let e = n.range(r, i.min, i.max, t);
					n.min = e[0], n.max = e[1];
				}
			}
		}
		let n = {}, a = !1;
		for (let t in e) {
			let r = e[t], i = b[t];
			if (i.min != r.min || i.max != r.max) {
				i.min = r.min, i.max = r.max;
				let e = i.distr;
				i._min = e == 3 ? an(i.min) : e == 4 ? cn(i.min, i.asinh) : e == 100 ? i.fwd(i.min) : i.min, i._max = e == 3 ? an(i.max) : e == 4 ? cn(i.max, i.asinh) : e == 100 ? i.fwd(i.max) : i.max, n[t] = a = !0;
			}
		}
		if (a) {
			v.forEach((e, t) => {
				i == 2 ? t > 0 && n.y && (e._paths = null) : n[e.scale] && (e._paths = null);
			});
			for (let e in n) wt = !0, ka("setScale", e);
			oe && N.left >= 0 && (Et = jt = !0);
		}
		for (let e in A) A[e] = null;
	}
	function ur(e) {
		let t = un(Rn - 1, 0, In - 1), n = un(zn + 1, 0, In - 1);
		for (; e[t] == null && t > 0;) t--;
		for (; e[n] == null && n < In - 1;) n++;
		return [t, n];
	}
	function dr() {
		if (In > 0) {
			let e = v.some((e) => e._focus) && nr != qt.alpha;
			e && (d.globalAlpha = nr = qt.alpha), v.forEach((e, n) => {
				if (n > 0 && e.show && (fr(n, !1), fr(n, !0), e._paths == null)) {
					let a = nr;
					nr != e.alpha && (d.globalAlpha = nr = e.alpha);
					let o = i == 2 ? [0, t[n][0].length - 1] : ur(t[n]);
					e._paths = e.paths(r, n, o[0], o[1]), nr != a && (d.globalAlpha = nr = a);
				}
			}), v.forEach((e, t) => {
				if (t > 0 && e.show) {
					let n = nr;
					nr != e.alpha && (d.globalAlpha = nr = e.alpha), e._paths != null && pr(t, !1);
					{
						let n = e._paths == null ? null : e._paths.gaps, i = e.points.show(r, t, Rn, zn, n), a = e.points.filter(r, t, i, n);
						(i || a) && (e.points._paths = e.points.paths(r, t, Rn, zn, a), pr(t, !0));
					}
					nr != n && (d.globalAlpha = nr = n), ka("drawSeries", t);
				}
			}), e && (d.globalAlpha = nr = 1);
		}
	}
	function fr(e, t) {
		let n = t ? v[e].points : v[e];
		n._stroke = n.stroke(r, e), n._fill = n.fill(r, e);
	}
	function pr(e, t) {
		let n = t ? v[e].points : v[e], { stroke: r, fill: i, clip: a, flags: o, _stroke: s = n._stroke, _fill: c = n._fill, _width: l = n.width } = n._paths;
		l = W(l * z, 3);
		let u = null, f = l % 2 / 2;
		t && c == null && (c = l > 0 ? "#fff" : s);
		let p = n.pxAlign == 1 && f > 0;
		if (p && d.translate(f, f), !t) {
			let e = ut - l / 2, t = pt - l / 2, n = mt + l, r = ht + l;
			u = new Path2D(), u.rect(e, t, n, r);
		}
		t ? hr(s, l, n.dash, n.cap, c, r, i, o, a) : mr(e, s, l, n.dash, n.cap, c, r, i, o, u, a), p && d.translate(-f, -f);
	}
	function mr(e, n, i, a, o, s, c, l, u, d, f) {
		let p = !1;
		u != 0 && x.forEach((m, h) => {
			if (m.series[0] == e) {
				let e = v[m.series[1]], g = t[m.series[1]], _ = (e._paths || En).band;
				kn(_) && (_ = m.dir == 1 ? _[0] : _[1]);
				let y, b = null;
				e.show && _ && Wt(g, Rn, zn) ? (b = m.fill(r, h) || s, y = e._paths.clip) : _ = null, hr(n, i, a, o, b, c, l, u, d, f, y, _), p = !0;
			}
		}), p || hr(n, i, a, o, s, c, l, u, d, f);
	}
	function hr(e, t, n, r, i, a, o, s, c, l, u, f) {
		rr(e, t, n, r, i), (c || l || f) && (d.save(), c && d.clip(c), l && d.clip(l)), f ? (s & 3) == 3 ? (d.clip(f), u && d.clip(u), _r(i, o), gr(e, a, t)) : s & wi ? (_r(i, o), d.clip(f), gr(e, a, t)) : s & Ci && (d.save(), d.clip(f), u && d.clip(u), _r(i, o), d.restore(), gr(e, a, t)) : (_r(i, o), gr(e, a, t)), (c || l || f) && d.restore();
	}
	function gr(e, t, n) {
		n > 0 && (t instanceof Map ? t.forEach((e, t) => {
			d.strokeStyle = Kn = t, d.stroke(e);
		}) : t != null && e && d.stroke(t));
	}
	function _r(e, t) {
		t instanceof Map ? t.forEach((e, t) => {
			d.fillStyle = qn = t, d.fill(e);
		}) : t != null && e && d.fill(t);
	}
	function vr(e, t, n, i) {
		let a = y[e], o;
		if (i <= 0) o = [0, 0];
		else {
			let s = a._space = a.space(r, e, t, n, i);
			o = ha(t, n, a._incrs = a.incrs(r, e, t, n, i, s), i, s);
		}
		return a._found = o;
	}
	function yr(e, t, n, r, i, a, o, s, c, l) {
		let u = o % 2 / 2;
		h == 1 && d.translate(u, u), rr(s, o, c, l, s), d.beginPath();
		let f, p, m, g, _ = i + (r == 0 || r == 3 ? -a : a);
		n == 0 ? (p = i, g = _) : (f = i, m = _);
		for (let r = 0; r < e.length; r++) t[r] != null && (n == 0 ? f = m = e[r] : p = g = e[r], d.moveTo(f, p), d.lineTo(m, g));
		d.stroke(), h == 1 && d.translate(-u, -u);
	}
	function K(e) {
		let t = !0;
		return y.forEach((n, i) => {
			if (!n.show) return;
			let a = b[n.scale];
			if (a.min == null) {
				n._show && (t = !1, n._show = !1, Pr(!1));
				return;
			}
			n._show || (t = !1, n._show = !0, Pr(!1));
			let o = n.side, s = o % 2, { min: c, max: l } = a, [u, d] = vr(i, c, l, s == 0 ? L : R);
			if (d == 0) return;
			let f = a.distr == 2, p = n._splits = n.splits(r, i, c, l, u, d, f), m = a.distr == 2 ? p.map((e) => Vn[e]) : p, h = a.distr == 2 ? Vn[p[1]] - Vn[p[0]] : u, g = n._values = n.values(r, n.filter(r, m, i, d, h), i, d, h);
			n._rotate = o == 2 ? n.rotate(r, g, i, d) : 0;
			let _ = n._size;
			n._size = $t(n.size(r, g, i, e)), _ != null && n._size != _ && (t = !1);
		}), t;
	}
	function br(e) {
		let t = !0;
		return An.forEach((n, i) => {
			let a = n(r, i, xn, e);
			a != Fn[i] && (t = !1), Fn[i] = a;
		}), t;
	}
	function Ar() {
		for (let e = 0; e < y.length; e++) {
			let t = y[e];
			if (!t.show || !t._show) continue;
			let n = t.side, i = n % 2, a, o, c = t.stroke(r, e), l = n == 0 || n == 3 ? -1 : 1, [u, f] = t._found;
			if (t.label != null) {
				let s = t.labelGap * l, p = Qt((t._lpos + s) * z);
				ir(t.labelFont[0], c, "center", n == 2 ? qe : Je), d.save(), i == 1 ? (a = o = 0, d.translate(p, Qt(pt + ht / 2)), d.rotate((n == 3 ? -Yt : Yt) / 2)) : (a = Qt(ut + mt / 2), o = p);
				let m = dn(t.label) ? t.label(r, e, u, f) : t.label;
				d.fillText(m, a, o), d.restore();
			}
			if (f == 0) continue;
			let p = b[t.scale], m = i == 0 ? mt : ht, h = i == 0 ? ut : pt, _ = t._splits, v = p.distr == 2 ? _.map((e) => Vn[e]) : _, x = p.distr == 2 ? Vn[_[1]] - Vn[_[0]] : u, S = t.ticks, C = t.border, w = S.show ? S.size : 0, T = Qt(w * z), E = Qt((t.alignTo == 2 ? t._size - w - t.gap : t.gap) * z), D = t._rotate * -Yt / 180, O = g(t._pos * z), k = O + (T + E) * l;
			o = i == 0 ? k : 0, a = i == 1 ? k : 0;
			let ee = t.font[0];
			ir(ee, c, t.align == 1 ? Ye : t.align == 2 ? Xe : D > 0 ? Ye : D < 0 ? Xe : i == 0 ? "center" : n == 3 ? Xe : Ye, D || i == 1 ? "middle" : n == 2 ? qe : Je);
			let A = t.font[1] * t.lineGap, j = _.map((e) => g(s(e, p, m, h))), te = t._values;
			for (let e = 0; e < te.length; e++) {
				let t = te[e];
				if (t != null) {
					i == 0 ? a = j[e] : o = j[e], t = "" + t;
					let n = t.indexOf("\n") == -1 ? [t] : t.split(/\n/gm);
					for (let e = 0; e < n.length; e++) {
						let t = n[e];
						D ? (d.save(), d.translate(a, o + e * A), d.rotate(D), d.fillText(t, 0, 0), d.restore()) : d.fillText(t, a, o + e * A);
					}
				}
			}
			S.show && yr(j, S.filter(r, v, e, f, x), i, n, O, T, W(S.width * z, 3), S.stroke(r, e), S.dash, S.cap);
			let ne = t.grid;
			ne.show && yr(j, ne.filter(r, v, e, f, x), i, i == 0 ? 2 : 1, i == 0 ? pt : ut, i == 0 ? ht : mt, W(ne.width * z, 3), ne.stroke(r, e), ne.dash, ne.cap), C.show && yr([O], [1], +(i == 0), i == 0 ? 1 : 2, i == 1 ? pt : ut, i == 1 ? ht : mt, W(C.width * z, 3), C.stroke(r, e), C.dash, C.cap);
		}
		ka("drawAxes");
	}
	function Pr(e) {
		v.forEach((t, n) => {
			n > 0 && (t._paths = null, e && (i == 1 ? (t.min = null, t.max = null) : t.facets.forEach((e) => {
				e.min = null, e.max = null;
			})));
		});
	}
	let Fr = !1, Lr = !1, Rr = [];
	function zr() {
		Lr = !1;
		for (let e = 0; e < Rr.length; e++) ka(...Rr[e]);
		Rr.length = 0;
	}
	function Br() {
		Fr ||= (Un(Hr), !0);
	}
	function Vr(e, t = !1) {
		Fr = !0, Lr = t, e(r), Hr(), t && Rr.length > 0 && queueMicrotask(zr);
	}
	r.batch = Vr;
	function Hr() {
		if (bt &&= (sr(), !1), wt &&= (Pt(), !1), St) {
			if (B(p, Ye, Ce), B(p, qe, we), B(p, Ge, L), B(p, Ke, R), B(m, Ye, Ce), B(m, qe, we), B(m, Ge, L), B(m, Ke, R), B(f, Ge, xe), B(f, Ke, Se), u.width = Qt(xe * z), u.height = Qt(Se * z), y.forEach(({ _el: e, _show: t, _size: n, _pos: r, side: i }) => {
				if (e != null) {
					if (t) {
						let t = i === 3 || i === 0 ? n : 0, a = i % 2 == 1;
						B(e, a ? "left" : "top", r - t), B(e, a ? "width" : "height", n), B(e, a ? "top" : "left", a ? we : Ce), B(e, a ? "height" : "width", a ? R : L), _t(e, Ne);
					} else gt(e, Ne);
				}
			}), Kn = qn = Jn = Xn = Zn = Qn = $n = er = Yn = null, nr = 1, Qi(!0), Ce != Ze || we != at || L != ot || R != st) {
				Pr(!1);
				let e = L / ot, t = R / st;
				if (oe && !Et && N.left >= 0) {
					N.left *= e, N.top *= t, qr && xt(qr, Qt(N.left), 0, L, R), Jr && xt(Jr, 0, Qt(N.top), L, R);
					for (let n = 0; n < rn.length; n++) {
						let r = rn[n];
						r != null && (on[n] *= e, ln[n] *= t, xt(r, $t(on[n]), $t(ln[n]), L, R));
					}
				}
				if (X.show && !Dt && X.left >= 0 && X.width > 0) {
					X.left *= e, X.width *= e, X.top *= t, X.height *= t;
					for (let e in na) B(Ti, e, X[e]);
				}
				Ze = Ce, at = we, ot = L, st = R;
			}
			ka("setSize"), St = !1;
		}
		xe > 0 && Se > 0 && (d.clearRect(0, 0, u.width, u.height), ka("drawClear"), w.forEach((e) => e()), ka("draw")), X.show && Dt && (Ei(X), Dt = !1), oe && Et && (Xi(null, !0, !1), Et = !1), M.show && M.live && jt && (Ji(), jt = !1), c || (c = !0, r.status = 1, ka("ready")), Hn = !1, Fr = !1;
	}
	r.redraw = (e, t) => {
		wt = t || !1, e === !1 ? Br() : ki(S, D.min, D.max);
	};
	function Ur(e, n) {
		let i = b[e];
		if (i.from == null) {
			if (In == 0) {
				let t = i.range(r, n.min, n.max, e);
				n.min = t[0], n.max = t[1];
			}
			if (n.min > n.max) {
				let e = n.min;
				n.min = n.max, n.max = e;
			}
			if (In > 1 && n.min != null && n.max != null && n.max - n.min < 1e-16) return;
			e == S && i.distr == 2 && In > 0 && (n.min = At(n.min, t[0]), n.max = At(n.max, t[0]), n.min == n.max && n.max++), A[e] = n, bt = !0, Br();
		}
	}
	r.setScale = Ur;
	let Wr, Kr, qr, Jr, Yr, Xr, Zr, Qr, si, ci, q, J, li = !1, hi = N.drag, Y = hi.x, gi = hi.y;
	oe && (N.x && (Wr = yt(Fe, m)), N.y && (Kr = yt(Ie, m)), D.ori == 0 ? (qr = Wr, Jr = Kr) : (qr = Kr, Jr = Wr), q = N.left, J = N.top);
	let X = r.select = G({
		show: !0,
		over: !0,
		left: 0,
		width: 0,
		top: 0,
		height: 0
	}, e.select), Ti = X.show ? yt(Pe, X.over ? m : p) : null;
	function Ei(e, t) {
		if (X.show) {
			for (let t in e) X[t] = e[t], t in na && B(Ti, t, e[t]);
			t !== !1 && ka("setSelect");
		}
	}
	r.setSelect = Ei;
	function Oi(e) {
		if (v[e].show) P && _t(le[e], Ne);
		else if (P && gt(le[e], Ne), oe) {
			let t = Zt ? rn[0] : rn[e];
			t != null && xt(t, -10, -10, L, R);
		}
	}
	function ki(e, t, n) {
		Ur(e, {
			min: t,
			max: n
		});
	}
	function Ai(e, t, n, a) {
		t.focus != null && Bi(e), t.show != null && v.forEach((n, r) => {
			r > 0 && (e == r || e == null) && (n.show = t.show, Oi(r), i == 2 ? (ki(n.facets[0].scale, null, null), ki(n.facets[1].scale, null, null)) : ki(n.scale, null, null), Br());
		}), n !== !1 && ka("setSeries", e, t), a && Na("setSeries", r, e, t);
	}
	r.setSeries = Ai;
	function ji(e, t) {
		G(x[e], t);
	}
	function Ni(e, t) {
		e.fill = U(e.fill || null), e.dir = V(e.dir, -1), t ??= x.length, x.splice(t, 0, e);
	}
	function Pi(e) {
		e == null ? x.length = 0 : x.splice(e, 1);
	}
	r.addBand = Ni, r.setBand = ji, r.delBand = Pi;
	function Fi(e, t) {
		v[e].alpha = t, oe && rn[e] != null && (rn[e].style.opacity = t), P && le[e] && (le[e].style.opacity = t);
	}
	let Ii, Li, Ri, zi = { focus: !0 };
	function Bi(e) {
		if (e != Ri) {
			let t = e == null, n = qt.alpha != 1;
			v.forEach((r, a) => {
				if (i == 1 || a > 0) {
					let i = t || a == 0 || a == e;
					r._focus = t ? null : i, n && Fi(a, i ? 1 : qt.alpha);
				}
			}), Ri = e, n && Br();
		}
	}
	P && Jt && ye(rt, I, (e) => {
		N._lock || (Gt(e), Ri != null && Ai(null, zi, !0, Q.setSeries));
	});
	function Vi(e, t, n) {
		let r = b[t];
		n && (e = e / z - (r.ori == 1 ? we : Ce));
		let i = L;
		r.ori == 1 && (i = R, e = i - e), r.dir == -1 && (e = i - e);
		let a = r._min, o = r._max, s = e / i, c = a + (o - a) * s, l = r.distr;
		return l == 3 ? nn(10, c) : l == 4 ? sn(c, r.asinh) : l == 100 ? r.bwd(c) : c;
	}
	function Hi(e, n) {
		return At(Vi(e, S, n), t[0], Rn, zn);
	}
	r.valToIdx = (e) => At(e, t[0]), r.posToIdx = Hi, r.posToVal = Vi, r.valToPos = (e, t, n) => b[t].ori == 0 ? a(e, b[t], n ? mt : L, n ? ut : 0) : o(e, b[t], n ? ht : R, n ? pt : 0), r.setCursor = (e, t, n) => {
		q = e.left, J = e.top, Xi(null, t, n);
	};
	function Ui(e, t) {
		B(Ti, Ye, X.left = e), B(Ti, Ge, X.width = t);
	}
	function Wi(e, t) {
		B(Ti, qe, X.top = e), B(Ti, Ke, X.height = t);
	}
	let Gi = D.ori == 0 ? Ui : Wi, Ki = D.ori == 1 ? Ui : Wi;
	function qi() {
		if (P && M.live) for (let e = +(i == 2); e < v.length; e++) {
			if (e == 0 && fe) continue;
			let t = M.values[e], n = 0;
			for (let r in t) ue[e][n++].firstChild.nodeValue = t[r];
		}
	}
	function Ji(e, t) {
		if (e != null && (e.idxs ? e.idxs.forEach((e, t) => {
			ae[t] = e;
		}) : jn(e.idx) || ae.fill(e.idx), M.idx = ae[0]), P && M.live) {
			for (let e = 0; e < v.length; e++) (e > 0 || i == 1 && !fe) && Yi(e, ae[e]);
			qi();
		}
		jt = !1, t !== !1 && ka("setLegend");
	}
	r.setLegend = Ji;
	function Yi(e, n) {
		let i = v[e], a = e == 0 && O == 2 ? Vn : t[e], o;
		fe ? o = i.values(r, e, n) ?? pe : (o = i.value(r, n == null ? null : a[n], e, n), o = o == null ? pe : { _: o }), M.values[e] = o;
	}
	function Xi(e, n, a) {
		si = q, ci = J, [q, J] = N.move(r, q, J), N.left = q, N.top = J, oe && (qr && xt(qr, Qt(q), 0, L, R), Jr && xt(Jr, 0, Qt(J), L, R));
		let o, s = Rn > zn;
		Ii = H, Li = null;
		let c = D.ori == 0 ? L : R, l = D.ori == 1 ? L : R;
		if (q < 0 || In == 0 || s) {
			o = N.idx = null;
			for (let e = 0; e < v.length; e++) {
				let t = rn[e];
				t != null && xt(t, -10, -10, L, R);
			}
			Jt && Ai(null, zi, !0, e == null && Q.setSeries), M.live && (ae.fill(o), jt = !0);
		} else {
			let e, n, a;
			i == 1 && (e = D.ori == 0 ? q : J, n = Vi(e, S), o = N.idx = At(n, t[0], Rn, zn), a = k(t[0][o], D, c, 0));
			let s = -10, u = -10, d = 0, f = 0, p = !0, m = "", h = "";
			for (let e = +(i == 2); e < v.length; e++) {
				let g = v[e], _ = ae[e], y = _ == null ? null : i == 1 ? t[e][_] : t[e][1][_], x = N.dataIdx(r, e, o, n), S = x == null ? null : i == 1 ? t[e][x] : t[e][1][x];
				if (jt = jt || S != y || x != _, ae[e] = x, e > 0 && g.show) {
					let n = x == null ? -10 : x == o ? a : k(i == 1 ? t[0][x] : t[e][0][x], D, c, 0), _ = S == null ? -10 : ee(S, i == 1 ? b[g.scale] : b[g.facets[1].scale], l, 0);
					if (Jt && S != null) {
						let t = D.ori == 1 ? q : J, n = Xt(qt.dist(r, e, x, _, t));
						if (n < Ii) {
							let r = qt.bias;
							if (r != 0) {
								let i = Vi(t, g.scale), a = S >= 0 ? 1 : -1, o = i >= 0 ? 1 : -1;
								o == a && (o == 1 ? r == 1 ? S >= i : S <= i : r == 1 ? S <= i : S >= i) && (Ii = n, Li = e);
							} else Ii = n, Li = e;
						}
					}
					if (jt || Zt) {
						let t, i;
						D.ori == 0 ? (t = n, i = _) : (t = _, i = n);
						let a, o, c, l, g, v, y = !0, b = Kt.bbox;
						if (b != null) {
							y = !1;
							let t = b(r, e);
							c = t.left, l = t.top, a = t.width, o = t.height;
						} else c = t, l = i, a = o = Kt.size(r, e);
						if (v = Kt.fill(r, e), g = Kt.stroke(r, e), Zt) e == Li && Ii <= qt.prox && (s = c, u = l, d = a, f = o, p = y, m = v, h = g);
						else {
							let t = rn[e];
							t != null && (on[e] = c, ln[e] = l, Tt(t, a, o, y), Ct(t, v, g), xt(t, $t(c), $t(l), L, R));
						}
					}
				}
			}
			if (Zt) {
				let e = qt.prox;
				if (jt || (Ri == null ? Ii <= e : Ii > e || Li != Ri)) {
					let e = rn[0];
					e != null && (on[0] = s, ln[0] = u, Tt(e, d, f, p), Ct(e, m, h), xt(e, $t(s), $t(u), L, R));
				}
			}
		}
		if (X.show && li) {
			if (e != null) {
				let [t, n] = Q.scales, [r, i] = Q.match, [a, o] = e.cursor.sync.scales, s = e.cursor.drag;
				if (Y = s._x, gi = s._y, Y || gi) {
					let { left: s, top: u, width: d, height: f } = e.select, p = e.scales[a].ori, m = e.posToVal, h, g, _, v, y, x = t != null && r(t, a), S = n != null && i(n, o);
					x && Y ? (p == 0 ? (h = s, g = d) : (h = u, g = f), _ = b[t], v = k(m(h, a), _, c, 0), y = k(m(h + g, a), _, c, 0), Gi(en(v, y), Xt(y - v))) : Gi(0, c), S && gi ? (p == 1 ? (h = s, g = d) : (h = u, g = f), _ = b[n], v = ee(m(h, o), _, l, 0), y = ee(m(h + g, o), _, l, 0), Ki(en(v, y), Xt(y - v))) : Ki(0, l);
				} else Z();
			} else {
				let e = Xt(si - Yr), t = Xt(ci - Xr);
				if (D.ori == 1) {
					let n = e;
					e = t, t = n;
				}
				Y = hi.x && e >= hi.dist, gi = hi.y && t >= hi.dist;
				let n = hi.uni;
				n == null ? hi.x && hi.y && (Y || gi) && (Y = gi = !0) : Y && gi && (Y = e >= n, gi = t >= n, !Y && !gi && (t > e ? gi = !0 : Y = !0));
				let r, i;
				Y && (D.ori == 0 ? (r = Zr, i = q) : (r = Qr, i = J), Gi(en(r, i), Xt(i - r)), gi || Ki(0, l)), gi && (D.ori == 1 ? (r = Zr, i = q) : (r = Qr, i = J), Ki(en(r, i), Xt(i - r)), Y || Gi(0, c)), !Y && !gi && (Gi(0, 0), Ki(0, 0));
			}
		}
		if (hi._x = Y, hi._y = gi, e == null) {
			if (a) {
				if (ja != null) {
					let [e, t] = Q.scales;
					Q.values[0] = e == null ? null : Vi(D.ori == 0 ? q : J, e), Q.values[1] = t == null ? null : Vi(D.ori == 1 ? q : J, t);
				}
				Na($e, r, q, J, L, R, o);
			}
			if (Jt) {
				let e = a && Q.setSeries, t = qt.prox;
				Ri == null ? Ii <= t && Ai(Li, zi, !0, e) : Ii > t ? Ai(null, zi, !0, e) : Li != Ri && Ai(Li, zi, !0, e);
			}
		}
		jt && (M.idx = o, Ji()), n !== !1 && ka("setCursor");
	}
	let Zi = null;
	Object.defineProperty(r, "rect", { get() {
		return Zi ?? Qi(!1), Zi;
	} });
	function Qi(e = !1) {
		e ? Zi = null : (Zi = m.getBoundingClientRect(), ka("syncRect", Zi));
	}
	function $i(e, t, n, r, i, a, o) {
		N._lock || li && e != null && e.movementX == 0 && e.movementY == 0 || (ea(e, t, n, r, i, a, o, !1, e != null), e == null ? Xi(t, !0, !1) : Xi(null, !0, !0));
	}
	function ea(e, t, n, i, a, o, c, l, u) {
		if (Zi ?? Qi(!1), Gt(e), e != null) n = e.clientX - Zi.left, i = e.clientY - Zi.top;
		else {
			if (n < 0 || i < 0) {
				q = -10, J = -10;
				return;
			}
			let [e, r] = Q.scales, c = t.cursor.sync, [l, u] = c.values, [d, f] = c.scales, [p, m] = Q.match, h = t.axes[0].side % 2 == 1, g = D.ori == 0 ? L : R, _ = D.ori == 1 ? L : R, v = h ? o : a, y = h ? a : o, x = h ? i : n, S = h ? n : i;
			if (n = d == null ? x / v * g : p(e, d) ? s(l, b[e], g, 0) : -10, i = f == null ? S / y * _ : m(r, f) ? s(u, b[r], _, 0) : -10, D.ori == 1) {
				let e = n;
				n = i, i = e;
			}
		}
		u && (t == null || t.cursor.event.type == $e) && ((n <= 1 || n >= L - 1) && (n = bn(n, L)), (i <= 1 || i >= R - 1) && (i = bn(i, R))), l ? (Yr = n, Xr = i, [Zr, Qr] = N.move(r, n, i)) : (q = n, J = i);
	}
	let na = {
		width: 0,
		height: 0,
		left: 0,
		top: 0
	};
	function Z() {
		Ei(na, !1);
	}
	let va, ya, ba, xa;
	function Sa(e, t, n, i, a, o, s) {
		li = !0, Y = gi = hi._x = hi._y = !1, ea(e, t, n, i, a, o, s, !0, !1), e != null && (ye(tt, dt, Ca, !1), Na(et, r, Zr, Qr, L, R, null));
		let { left: c, top: l, width: u, height: d } = X;
		va = c, ya = l, ba = u, xa = d;
	}
	function Ca(e, t, n, i, a, o, s) {
		li = hi._x = hi._y = !1, ea(e, t, n, i, a, o, s, !1, !0);
		let { left: c, top: l, width: u, height: d } = X, f = u > 0 || d > 0, p = va != c || ya != l || ba != u || xa != d;
		if (f && p && Ei(X), hi.setScale && f && p) {
			let e = c, t = u, n = l, r = d;
			if (D.ori == 1 && (e = l, t = d, n = c, r = u), Y && ki(S, Vi(e, S), Vi(e + t, S)), gi) for (let e in b) {
				let t = b[e];
				e != S && t.from == null && t.min != H && ki(e, Vi(n + r, e), Vi(n, e));
			}
			Z();
		} else N.lock && (N._lock = !N._lock, Xi(t, !0, e != null));
		e != null && (be(tt, dt), Na(tt, r, q, J, L, R, null));
	}
	function wa(e, t, n, r, i, a, o) {
		if (N._lock) return;
		Gt(e);
		let s = li;
		if (li) {
			let e = !0, t = !0, n, r;
			D.ori == 0 ? (n = Y, r = gi) : (n = gi, r = Y), n && r && (e = q <= 10 || q >= L - 10, t = J <= 10 || J >= R - 10), n && e && (q = q < Zr ? 0 : L), r && t && (J = J < Qr ? 0 : R), Xi(null, !0, !0), li = !1;
		}
		q = -10, J = -10, ae.fill(null), Xi(null, !0, !0), s && (li = s);
	}
	function Ta(e, t, n, i, a, o, s) {
		N._lock || (Gt(e), Gn(), Z(), e != null && Na(it, r, q, J, L, R, null));
	}
	function Ea() {
		y.forEach(_a), Mt(r.width, r.height, !0);
	}
	Ot(ct, ft, Ea);
	let Da = {};
	Da.mousedown = Sa, Da.mousemove = $i, Da.mouseup = Ca, Da.dblclick = Ta, Da.setSeries = (e, t, n, i) => {
		let a = Q.match[2];
		n = a(r, t, n), n != -1 && Ai(n, i, !0, !1);
	}, oe && (ye(et, m, Sa), ye($e, m, $i), ye(nt, m, (e) => {
		Gt(e), Qi(!1);
	}), ye(rt, m, wa), ye(it, m, Ta), ta.add(r), r.syncRect = Qi);
	let Oa = r.hooks = e.hooks || {};
	function ka(e, t, n) {
		Lr ? Rr.push([
			e,
			t,
			n
		]) : e in Oa && Oa[e].forEach((e) => {
			e.call(null, r, t, n);
		});
	}
	(e.plugins || []).forEach((e) => {
		for (let t in e.hooks) Oa[t] = (Oa[t] || []).concat(e.hooks[t]);
	});
	let Aa = (e, t, n) => n, Q = G({
		key: null,
		setSeries: !1,
		filters: {
			pub: gn,
			sub: gn
		},
		scales: [S, v[1] ? v[1].scale : null],
		match: [
			_n,
			_n,
			Aa
		],
		values: [null, null]
	}, N.sync);
	Q.match.length == 2 && Q.match.push(Aa), N.sync = Q;
	let ja = Q.key, Ma = Si(ja);
	function Na(e, t, n, r, i, a, o) {
		Q.filters.pub(e, t, n, r, i, a, o) && Ma.pub(e, t, n, r, i, a, o);
	}
	Ma.sub(r);
	function Pa(e, t, n, r, i, a, o) {
		Q.filters.sub(e, t, n, r, i, a, o) && Da[e](null, t, n, r, i, a, o);
	}
	r.pub = Pa;
	function Fa() {
		Ma.unsub(r), ta.delete(r), ve.clear(), kt(ct, ft, Ea), l.remove(), I?.remove(), ka("destroy");
	}
	r.destroy = Fa;
	function Ia() {
		ka("init", e, t), Wn(t || e.data, !1), A[S] ? Ur(S, A[S]) : Gn(), Dt = X.show && (X.width > 0 || X.height > 0), Et = jt = !0, Mt(e.width, e.height);
	}
	return v.forEach(pn), y.forEach(Sn), n ? n instanceof HTMLElement ? (n.appendChild(l), Ia()) : n(r, Ia) : Ia(), r;
}
Z.assign = G, Z.fmtNum = qt, Z.rangeNum = Ut, Z.rangeLog = Lt, Z.rangeAsinh = Rt, Z.orient = Ti, Z.pxRatio = z, Z.join = Hn, Z.fmtDate = tr, Z.tzDate = rr, Z.sync = Si;
{
	Z.addGap = Ai, Z.clipGaps = ki;
	let e = Z.paths = { points: Wi };
	e.linear = Ji, e.stepped = Yi, e.bars = Zi, e.spline = $i;
}
// src/plot/band.ts
var va = "shaded: least to greatest in each column of pixels; line: mean of eight", ya = 8, ba = {
	inside: .35,
	outline: .25
}, xa = .05, Sa = .05;
function Ca(e, t, n, r, i) {
	let a = (n - t) / r, o = 0, s = 0;
	for (let n = 0; n < r; n += 1) {
		let r = t + (n + 1) * a, c = s, [l, u] = [Infinity, -Infinity];
		for (; s < e.time_s.length && (e.time_s[s] ?? 0) < r; s += 1) {
			let t = e.value[s] ?? NaN;
			t < l && (l = t), t > u && (u = t);
		}
		let [d = NaN, f = NaN] = [e.value[c], e.value[s - 1]];
		s > c && u - l - Math.abs(f - d) > xa * i && (o += 1);
	}
	return o > Sa * r;
}
function wa({ time_s: e, value: t }, n, r, i, a) {
	let o = (r - n) / i, [s, c] = [new Float64Array(i).fill(Infinity), new Float64Array(i).fill(-Infinity)], l = Math.ceil(i / ya), [u, d] = [new Float64Array(l), new Float64Array(l)], f = (e, t, n) => {
		s[e] = Math.min(s[e] ?? 0, t), c[e] = Math.max(c[e] ?? 0, t);
		let r = Math.floor(e / ya);
		u[r] = (u[r] ?? 0) + t * n, d[r] = (d[r] ?? 0) + n;
	};
	for (let r = 0; r < e.length; r += 1) {
		let s = t[r] ?? NaN, c = ((e[r] ?? 0) - n) / o;
		if (c >= i) break;
		if (!Number.isFinite(s)) continue;
		if (!a) {
			c >= 0 && f(Math.floor(c), s, 1);
			continue;
		}
		let l = Math.min(((e[r + 1] ?? Infinity) - n) / o, i);
		if (!(l < 0)) for (let e = Math.max(0, Math.floor(c)); e < i && (e < l || e === Math.floor(c)); e += 1) f(e, s, Math.max(0, Math.min(l, e + 1) - Math.max(c, e)));
	}
	let p = (e) => e.map((e) => Number.isFinite(e) ? e : NaN), m = u.map((e, t) => (d[t] ?? 0) > 0 ? e / (d[t] ?? 1) : NaN);
	return {
		from_s: n,
		column_s: o,
		low: p(s),
		high: p(c),
		mean: m
	};
}
function Ta({ from_s: e, column_s: t, mean: n }) {
	return {
		time_s: n.map((n, r) => e + r * ya * t),
		value: n
	};
}
function Ea({ from_s: e, column_s: t, low: n, high: r }) {
	let i = [];
	for (let a = 0; a < n.length; a += 1) {
		if (Number.isNaN(n[a])) continue;
		let o = a;
		for (; o < n.length && !Number.isNaN(n[o]);) o += 1;
		let s = (n) => [...n.subarray(a, o)].flatMap((n, r) => {
			let i = e + (a + r) * t;
			return [[i, n], [i + t, n]];
		});
		i.push([...s(r), ...s(n).reverse()]), a = o;
	}
	return i;
}
function Da(e, t, n) {
	let { ctx: r, bbox: i } = e;
	r.save(), r.beginPath(), r.rect(i.left, i.top, i.width, i.height), r.clip(), r.beginPath();
	for (let n of Ea(t)) n.forEach(([t, n], i) => r[i ? "lineTo" : "moveTo"](e.valToPos(t, "x", !0), e.valToPos(n, "y", !0))), r.closePath();
	r.fillStyle = r.strokeStyle = n, r.lineWidth = devicePixelRatio, r.globalAlpha = ba.inside, r.fill(), r.globalAlpha = ba.outline, r.stroke(), r.restore();
}
// src/plot/range.ts
function Oa([e, t], n, r, i, a) {
	let o = ka([e, ...n.flatMap((e) => [...e.low])]), s = Math.min(r ? 0 : o ?? 0, o ?? 0), c = Aa([t, ...n.flatMap((e) => [...e.high])]) ?? 1;
	for (let { value: e, peak: t } of i) (e <= c * 2 || t && a) && (c = Math.max(c, e));
	return !r && o !== null && (s = o), c <= s && (c = s + 1), [s, c + (c - s) * (i.length ? .15 : .06)];
}
function ka(e) {
	let t = e.filter((e) => e !== null && !Number.isNaN(e));
	return t.length ? Math.min(...t) : null;
}
function Aa(e) {
	let t = ka(e.map((e) => e === null ? null : -e));
	return t === null ? null : -t;
}
// src/plot/bands.ts
function Q(e, t, n, { from_s: r, to_s: i, columns: a, zero: o }) {
	let s = t.flatMap((e) => be(e) ?? []), c = [...s.map((e) => e.min), ...s.map((e) => e.max)], [l, u] = Oa(c.length ? [Math.min(...c), Math.max(...c)] : [null, null], [], o, [], !1);
	return Promise.all(t.map(async (t, o) => {
		let s = e[o];
		if (!s || !Ca(t, r, i, a, u - l)) return null;
		let c = await n.whole(s);
		return c && wa(c, r, i, a, ce(s));
	}));
}
// src/plot/text.ts
function ja(e, t) {
	let n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	for (; n < 12 && Math.abs(Number(t.toFixed(n)) / t - 1) > 1e-6;) n += 1;
	return e.toFixed(Math.min(12, n));
}
function Ma(e) {
	let t = Math.abs(e);
	return t >= 1e9 ? `${O(Number((e / 1e9).toPrecision(4)))}G` : t >= 1e6 ? `${O(Number((e / 1e6).toPrecision(4)))}M` : O(Number(e.toPrecision(t < 1 ? 4 : 6)));
}
// src/plot/legend.ts
var Na = class {
	toggle;
	element = e("ul", { class: "legend" });
	constructor(e) {
		this.toggle = e;
	}
	show(e, t) {
		i(this.element, e.map((e, t) => this.item(e, t)), t);
	}
	item({ curve: n, name: r, style: i, shown: o }, s) {
		let c = (d[i.dash % d.length] ?? []).join(" "), l = a([
			t("svg", {
				width: 26,
				height: 10,
				"aria-hidden": "true"
			}, t("line", {
				x1: 0,
				x2: 26,
				y1: 5,
				y2: 5,
				stroke: p(i.colour),
				"stroke-width": 2.5,
				"stroke-dasharray": c
			})),
			e("span", {}, r),
			e("span", {
				class: "value",
				"data-at": s
			})
		], () => {
			let e = l.getAttribute("aria-pressed") !== "true";
			l.setAttribute("aria-pressed", String(e)), this.toggle(s, e);
		}, {
			class: "key",
			"aria-pressed": String(o),
			title: `${n.label}: ${n.info.quantity} of ${n.info.target}`
		});
		return e("li", {}, l);
	}
	values(e, t, n) {
		for (let r of this.element.querySelectorAll(".value")) {
			let i = e[Number(r.dataset.at)], a = i ? _e(i, t, n) : null;
			r.textContent = a === null ? "" : Ma(a);
		}
	}
}, Pa = 14, Fa = 4, Ia = 13, La = 6.2, Ra = 16;
function za(e, t, n) {
	let r = -Infinity, i = 0;
	return e.toSorted((e, t) => t.value - e.value).map((e) => {
		let a = t(e.value), o = `${e.name} ${Ma(e.value)}`, s = a - r < n ? i : 0;
		return r = a, i = s + o.length * La + Ra, {
			name: o,
			y: a,
			beside: s
		};
	});
}
function Ba(e, t, n) {
	let { ctx: r, bbox: i } = e;
	r.save(), r.beginPath(), r.rect(i.left, i.top, i.width, i.height), r.clip();
	let a = (t) => e.valToPos(t, "y", !0);
	for (let { name: n, y: r, beside: i } of za(t, a, Ia * devicePixelRatio)) Va(e, n, r, i);
	r.setLineDash([]);
	for (let t of n) Ha(e, t);
	r.restore();
}
function Va(e, t, n, r) {
	let { ctx: i, bbox: a } = e, o = devicePixelRatio;
	i.setLineDash([2 * o, 4 * o]), i.strokeStyle = i.fillStyle = m().text, i.lineWidth = o, i.beginPath(), i.moveTo(a.left, n), i.lineTo(a.left + a.width, n), i.stroke(), i.font = `${11 * o}px system-ui, sans-serif`, i.textBaseline = "alphabetic", i.textAlign = "right", i.fillText(t, a.left + a.width - (4 + r) * o, n - 3 * o);
}
function Ha(e, t) {
	let { ctx: n } = e, r = Fa * devicePixelRatio, i = e.valToPos(t.time_s, "x", !0), a = e.valToPos(t.value, "y", !0);
	n.strokeStyle = m().alarm, n.lineWidth = r / 2.5, n.beginPath(), t.kind === "lost" ? (n.moveTo(i - r, a - r), n.lineTo(i + r, a + r), n.moveTo(i - r, a + r), n.lineTo(i + r, a - r)) : (n.moveTo(i, a - r), n.lineTo(i + r, a + r), n.lineTo(i - r, a + r), n.closePath()), n.stroke();
}
function Ua(e, t, n, r) {
	if (n < 0 || r < 0) return;
	let i = (t) => Math.hypot(e.valToPos(t.time_s, "x") - n, e.valToPos(t.value, "y") - r);
	return t.map((e) => ({
		mark: e,
		far: i(e)
	})).filter((e) => e.far < Pa).sort((e, t) => e.far - t.far)[0]?.mark;
}
// src/plot/words.ts
var Wa = 8;
function Ga(e, { from_s: t, to_s: n }, r) {
	let i = r.slice(0, Wa).map(({ name: e, points: t }) => {
		let n = be(t);
		return n ? `${e} from ${Ma(n.min)} to ${Ma(n.max)}` : `${e} empty`;
	});
	return `${e}, from ${j(t)} to ${j(n)}: ${i.join("; ")}`;
}
function Ka(t) {
	let n = t.map(({ name: t, points: n, recorded: r }) => {
		let i = be(n), a = i ? [
			i.min,
			i.max,
			i.last
		].map((e) => A(e)) : [
			"–",
			"–",
			"–"
		];
		return e("tr", {}, e("th", { scope: "row" }, t), [...a, String(r)].map((t) => e("td", {}, t)));
	});
	return e("table", {}, e("thead", {}, e("tr", {}, [
		"curve",
		"least in view",
		"greatest in view",
		"last in view",
		"points"
	].map((t) => e("th", { scope: "col" }, t)))), e("tbody", {}, n));
}
// src/plot/strip.ts
var qa = 178, Ja = {
	time_s: /* @__PURE__ */ new Float64Array(),
	value: /* @__PURE__ */ new Float64Array()
}, Ya = class {
	family;
	view;
	source;
	sync;
	element;
	target = e("select", { onchange: () => this.rebuild() });
	holder = e("div", {
		class: "plot",
		role: "img"
	});
	legend = new Na((e, t) => this.toggle(e, t));
	tip = e("div", {
		class: "tip",
		role: "status",
		hidden: !0
	});
	note = e("p", {
		class: "help",
		role: "status",
		hidden: !0,
		"data-testid": "marks-note"
	});
	shaded = e("span", {
		class: "help",
		hidden: !0,
		"data-testid": "shaded"
	}, va);
	cursor = e("div", { class: "scrubline" });
	table = e("div", { class: "scroll" });
	details;
	title = e("h3", {});
	stops;
	fetchSoon = c(60, () => void this.fetch());
	resized;
	plot;
	all = [];
	shown = [];
	hidden = /* @__PURE__ */ new Set();
	points = [];
	bands = [];
	marks = [];
	request = new AbortController();
	onError = () => void 0;
	onDrawn = () => void 0;
	onTarget = () => void 0;
	constructor(t, n, r, i) {
		this.family = t, this.view = n, this.source = r, this.sync = i;
		let a = s("target");
		this.target.id = a, this.details = e("details", {
			class: "astable",
			ontoggle: () => this.fillTable()
		}, e("summary", {}, "As a table"), this.table);
		let o = e("div", { class: "striphead" }, this.title, e("span", { class: "of" }, e("label", { for: a }, "of "), this.target), this.legend.element, this.shaded);
		this.element = e("section", {
			class: "strip",
			"data-testid": `strip-${t.name}`,
			"aria-label": t.title
		}, o, this.holder, this.tip, this.note, this.details), this.stops = [
			n.window.on(() => this.moved()),
			n.at.on(() => this.placed()),
			n.hover.on(() => this.values())
		], this.resized = new ResizeObserver(() => this.resize()), this.resized.observe(this.holder);
	}
	destroy() {
		for (let e of this.stops) e();
		this.resized.disconnect(), this.request.abort(), this.plot?.destroy(), this.element.remove();
	}
	setCurves(t) {
		this.all = t;
		let n = this.target.value, r = pe(t);
		i(this.target, e("option", { value: "" }, "automatic"), e("option", { value: "*" }, `all ${r.length}`), r.map((t) => e("option", { value: t }, t))), this.target.value = n === "*" || r.includes(n) ? n : "", this.rebuild();
	}
	setMarks(e, t) {
		this.marks = e, this.note.textContent = t, this.note.hidden = !t, this.plot?.redraw(!1);
	}
	get singleTarget() {
		let e = pe(this.shown);
		return e.length === 1 ? e[0] : this.target.value && this.target.value !== "*" ? this.target.value : void 0;
	}
	rebuild() {
		this.shown = fe(this.all, this.target.value, this.family), this.points = this.shown.map(() => Ja), this.bands = [];
		let e = this.shown[0]?.info.unit ?? "";
		this.title.textContent = e ? `${this.family.title}, ${e}` : this.family.title, this.plot?.destroy(), this.plot = new Z(this.options(), [[]], this.holder), this.plot.over.append(this.cursor);
		let t = this.shown.map((e) => ({
			curve: e,
			name: this.nameOf(e),
			style: me(e, this.shown, this.family),
			shown: !this.hidden.has(this.key(e))
		}));
		this.legend.show(t, this.hiddenCount()), this.fetch(), this.onTarget();
	}
	hiddenCount() {
		let t = pe(this.all).length - pe(this.shown).length;
		return t > 0 && !this.target.value ? e("li", { class: "more" }, `and ${t} more`) : null;
	}
	toggle(e, t) {
		let n = this.shown[e];
		n && (t ? this.hidden.delete(this.key(n)) : this.hidden.add(this.key(n)), this.plot?.setSeries(e + 1, { show: t }));
	}
	key(e) {
		return `${e.run} ${e.info.quantity} ${e.info.target}`;
	}
	nameOf(e) {
		let t = new Set(this.shown.map((e) => e.run)).size > 1, n = e.info.quantity === this.family.quantities[0] ? e.info.target : `${e.info.quantity} ${e.info.target}`;
		return t ? `${n} · ${e.label}` : n;
	}
	options() {
		let { text: e, grid: t } = m(), n = "12px system-ui, sans-serif", r = {
			stroke: e,
			grid: {
				stroke: t,
				width: 1
			},
			ticks: {
				stroke: t,
				width: 1
			},
			font: n
		}, i = this.shown;
		return {
			width: this.holder.clientWidth || 600,
			height: qa,
			padding: [
				8,
				14,
				0,
				0
			],
			legend: { show: !1 },
			scales: {
				x: {
					time: !1,
					range: () => this.rangeX()
				},
				y: { range: (e, t, n) => this.rangeY(t, n) }
			},
			axes: [{
				...r,
				size: 30,
				label: "time, s",
				labelSize: 18,
				labelGap: 0,
				labelFont: n,
				values: (e, t, n, r, i) => t.map((e) => ja(e, i))
			}, {
				...r,
				size: 64,
				values: (e, t) => t.map((e) => Ma(e))
			}],
			series: [{}, ...i.map((e) => this.seriesOf(e))],
			cursor: {
				sync: {
					key: this.sync,
					setSeries: !1,
					scales: ["x", null],
					filters: {
						pub: (e) => e === "mousemove" || e === "mouseleave",
						sub: () => !0
					}
				},
				drag: {
					x: !0,
					y: !1,
					setScale: !1
				},
				bind: { dblclick: () => () => (this.view.reset(), null) },
				points: { show: !1 },
				y: !1
			},
			hooks: {
				setCursor: [(e) => this.pointed(e)],
				setSelect: [(e) => this.selected(e)],
				drawAxes: [(e) => this.bandsShown().forEach(([t, n]) => Da(e, t, n))],
				draw: [(e) => Ba(e, this.thresholds(), this.marks)]
			}
		};
	}
	seriesOf(e) {
		let t = me(e, this.shown, this.family), n = Z.paths.stepped?.({ align: 1 });
		return {
			label: this.nameOf(e),
			stroke: p(t.colour),
			width: t.dash ? 1.5 : 1.8,
			dash: d[t.dash % d.length] ?? [],
			show: !this.hidden.has(this.key(e)),
			points: { show: !1 },
			spanGaps: !0,
			...n && ce(e) ? { paths: n } : {}
		};
	}
	rangeX() {
		let { from_s: e, to_s: t } = this.view.window.value;
		return [e, t];
	}
	thresholds() {
		let e = /* @__PURE__ */ new Map();
		for (let t of this.shown.flatMap((e) => [...e.info.thresholds ?? [], ...ve(e)])) e.set(`${t.name} ${t.value}`, t);
		return [...e.values()];
	}
	bandsShown() {
		return this.shown.flatMap((e, t) => {
			let n = this.hidden.has(this.key(e)) ? null : this.bands[t];
			return n ? [[n, p(me(e, this.shown, this.family).colour)]] : [];
		});
	}
	rangeY(e, t) {
		let n = this.bandsShown().map(([e]) => e);
		return Oa([e, t], n, this.family.zero, this.thresholds(), this.view.isWhole);
	}
	async fetch() {
		this.request.abort();
		let e = this.request = new AbortController(), { from_s: t, to_s: n } = this.view.window.value, r = Math.max(200, Math.round(this.holder.clientWidth || 600)), i = this.shown;
		try {
			let a = await Promise.all(i.map((e) => this.source.seen(e, t, n, r))), o = await Q(i, a, this.source, {
				from_s: t,
				to_s: n,
				columns: r,
				zero: this.family.zero
			});
			if (e.signal.aborted) return;
			this.points = a, this.bands = o, this.shaded.hidden = o.every((e) => e === null);
			let s = a.map((e, t) => {
				let r = o[t];
				return r ? ye(Ta(r), n) : ce(i[t]) ? ye(e, n) : e;
			});
			this.plot?.setData(xe(s)), this.resize(), this.placed(), this.values(), this.fillTable(), this.describe(), this.element.dataset.state = "drawn", this.onDrawn();
		} catch (t) {
			e.signal.aborted || this.onError(t);
		}
	}
	moved() {
		let { from_s: e, to_s: t } = this.view.window.value;
		this.plot?.setScale("x", {
			min: e,
			max: t
		}), this.placed(), this.fetchSoon();
	}
	resize() {
		let e = this.holder.clientWidth;
		this.plot && e !== 0 && e !== this.plot.width && (this.plot.setSize({
			width: e,
			height: qa
		}), this.placed(), this.fetchSoon());
	}
	placed() {
		if (!this.plot) return;
		let e = this.plot.valToPos(this.view.at.value, "x");
		this.cursor.hidden = !(e >= 0 && e <= this.plot.over.clientWidth), this.cursor.style.transform = `translateX(${e}px)`, this.view.hover.value === null && this.values();
	}
	values() {
		let { from_s: e, to_s: t } = this.view.window.value, n = (t - e) / Math.max(1, this.plot?.over.clientWidth ?? 1);
		this.legend.values(this.points, this.view.hover.value ?? this.view.at.value, n);
	}
	pointed(e) {
		let t = e.cursor.left ?? -1, n = e.cursor.top ?? -1;
		(e.cursor.event?.target === e.over || t < 0) && this.view.hover.set(t < 0 ? null : e.posToVal(t, "x")), this.showTip(e, t, n);
	}
	showTip(e, t, n) {
		let r = Ua(e, this.marks, t, n);
		this.tip.hidden = !r, r && (this.tip.textContent = r.text, this.tip.style.left = `${Math.min(t + 70, Math.max(0, this.holder.clientWidth - 260))}px`, this.tip.style.top = `${n + 40}px`);
	}
	selected(e) {
		let { left: t, width: n } = e.select;
		if (n < 4) return;
		let r = e.posToVal(t, "x"), i = e.posToVal(t + n, "x");
		e.setSelect({
			left: 0,
			top: 0,
			width: 0,
			height: 0
		}, !1), this.view.show(r, i);
	}
	inView() {
		return this.shown.map((e, t) => ({
			name: this.nameOf(e),
			points: this.points[t] ?? Ja,
			recorded: e.info.points
		}));
	}
	describe() {
		this.holder.setAttribute("aria-label", Ga(this.title.textContent ?? "", this.view.window.value, this.inView()));
	}
	fillTable() {
		this.details.open && i(this.table, Ka(this.inView()));
	}
	picture(e) {
		let { from_s: t, to_s: n } = this.view.window.value, r = this.plot?.scales.y, i = this.shown.flatMap((t, n) => {
			if (this.hidden.has(this.key(t))) return [];
			let r = me(t, this.shown, this.family), { target: i, quantity: a, unit: o } = t.info;
			return [{
				name: this.nameOf(t),
				run: t.label,
				target: i,
				quantity: a,
				unit: o,
				stepped: ce(t),
				points: this.points[n] ?? Ja,
				band: this.bands[n] ?? null,
				colour: p(r.colour, e),
				dash: d[r.dash % d.length] ?? []
			}];
		});
		return {
			title: this.title.textContent ?? "",
			from_s: t,
			to_s: n,
			low: r?.min ?? 0,
			high: r?.max ?? 1,
			curves: i,
			lines: this.thresholds(),
			marks: this.marks,
			note: [this.shaded.hidden ? "" : `${va}.`, this.marks.length ? this.note.textContent ?? "" : ""].filter(Boolean).join(" "),
			more: this.hiddenCount()?.textContent ?? ""
		};
	}
}, Xa = {
	left: 64,
	right: 14
}, Za = 140, Qa = 16, $a = 34, eo = 6.4, to = 18, no = 4, ro = 60;
function io(e) {
	return e.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;");
}
function $(e) {
	return String(Math.round(e * 10) / 10);
}
function ao(e, t, n, r) {
	let i = [], a, o = e.band ? ye(Ta(e.band), t) : e.stepped ? ye(e.points, t) : e.points;
	return o.time_s.forEach((t, s) => {
		let c = o.value[s] ?? NaN;
		if (e.stepped && a !== void 0 && i.push(`L${$(n(t))} ${$(a)}`), !Number.isFinite(c)) return void (a = void 0);
		let l = r(c);
		i.push(`${a === void 0 ? "M" : "L"}${$(n(t))} ${$(l)}`), a = l;
	}), i.join("");
}
function oo({ band: e, colour: t }, { x: n, y: r }) {
	let i = e ? Ea(e).map((e) => `M${e.map(([e, t]) => `${$(n(e))} ${$(r(t))}`).join("L")}Z`) : [];
	return i.length === 0 ? "" : `<path class="band" d="${i.join("")}" fill="${t}" fill-opacity="${ba.inside}" stroke="${t}" stroke-opacity="${ba.outline}" stroke-width="0.7"/>`;
}
function so({ dash: e }) {
	return e.length ? ` stroke-dasharray="${e.join(" ")}"` : "";
}
function co(e, t, n) {
	let r = Xa.left, i = t, a = (e) => {
		r > Xa.left && r + e > n - Xa.right && ([r, i] = [Xa.left, i + Qa]);
	}, o = e.curves.map((e) => {
		let t = $a + e.name.length * eo;
		a(t);
		let n = `<line x1="${$(r)}" x2="${$(r + 26)}" y1="${i - 4}" y2="${i - 4}" stroke="${e.colour}" stroke-width="2.5"${so(e)}/>`, o = `<text class="key" x="${$(r + $a)}" y="${i}">${io(e.name)}</text>`;
		return r += t + to, n + o;
	});
	return e.more && (a(e.more.length * eo), o.push(`<text x="${$(r)}" y="${i}">${io(e.more)}</text>`)), {
		svg: o,
		height: o.length ? i - t + Qa : 0
	};
}
function lo({ kind: e, text: t }, n, r, i) {
	let [a, o, s, c] = [
		n - no,
		n + no,
		r - no,
		r + no
	].map($);
	return `<path class="${e}" d="${e === "lost" ? `M${a} ${s}L${o} ${c}M${a} ${c}L${o} ${s}` : `M${$(n)} ${s}L${o} ${c}L${a} ${c}Z`}" fill="none" stroke="${i.alarm}" stroke-width="1.6"><title>${io(t)}</title></path>`;
}
function uo(e, t, n) {
	let { x: r, y: i, left: a, right: o, top: s, bottom: c } = t, l = Ce(e.from_s, e.to_s, Math.max(2, Math.floor((o - a) / ro))), u = (l[1] ?? e.to_s) - (l[0] ?? e.from_s);
	return [
		...Ce(e.low, e.high, 4).map((e) => `<line x1="${a}" x2="${o}" y1="${$(i(e))}" y2="${$(i(e))}" stroke="${n.grid}"/><text x="${a - 6}" y="${$(i(e) + 4)}" text-anchor="end">${Ma(e)}</text>`),
		...l.map((e) => `<line x1="${$(r(e))}" x2="${$(r(e))}" y1="${$(s)}" y2="${$(c)}" stroke="${n.grid}"/><text x="${$(r(e))}" y="${$(c + 15)}" text-anchor="middle">${ja(e, u)}</text>`),
		`<text x="${$((a + o) / 2)}" y="${$(c + 30)}" text-anchor="middle">time, s</text>`
	];
}
function fo(e, t, n) {
	let [r, i, a] = [
		Xa.left,
		n - Xa.right,
		t + Za
	];
	return {
		left: r,
		right: i,
		top: t,
		bottom: a,
		x: (t) => r + (t - e.from_s) / (e.to_s - e.from_s || 1) * (i - r),
		y: (t) => a - (t - e.low) / (e.high - e.low || 1) * Za
	};
}
function po(e, t) {
	let n = [];
	for (let r of e.split(" ").filter(Boolean)) {
		let e = n.at(-1);
		e !== void 0 && e.length + 1 + r.length <= t ? n[n.length - 1] = `${e} ${r}` : n.push(r);
	}
	return n;
}
function mo(e, t, n, r, i) {
	let a = co(e, t + 34, n), o = fo(e, t + 24 + a.height, n), { x: s, y: c, left: l, right: u, bottom: d } = o, f = [
		...e.curves.map((e) => oo(e, o)),
		...e.curves.map((t) => `<path d="${ao(t, e.to_s, s, c)}" fill="none" stroke="${t.colour}" stroke-width="1.4"${so(t)}><title>${io(`${t.run}: ${t.quantity} of ${t.target}`)}</title></path>`),
		...za(e.lines, c, 13).map(({ name: e, y: t, beside: n }) => `<line x1="${l}" x2="${u}" y1="${$(t)}" y2="${$(t)}" stroke="${r.text}" stroke-dasharray="2 4"/><text class="threshold" x="${$(u - 4 - n)}" y="${$(t - 3)}" text-anchor="end" font-size="11">${io(e)}</text>`),
		...e.marks.filter(({ time_s: t }) => t >= e.from_s && t <= e.to_s).map((e) => lo(e, s(e.time_s), c(e.value), r))
	], p = po(e.note, (u - l) / eo).map((e, t) => `<text x="${l}" y="${d + 48 + t * Qa}">${io(e)}</text>`);
	return {
		svg: [
			`<text x="${l}" y="${t + 15}" font-weight="bold">${io(e.title)}</text>`,
			...a.svg,
			...uo(e, o, r),
			`<clipPath id="${i}"><rect x="${l}" y="${o.top - 2}" width="${u - l}" height="144"/></clipPath>`,
			`<g clip-path="url(#${i})">`,
			...f,
			"</g>",
			...p
		],
		height: d - t + 46 + p.length * Qa
	};
}
function ho(e, t, n, r = 900) {
	let i = 34, a = e.flatMap((e, t) => {
		let { svg: a, height: o } = mo(e, i, r, n, `clip${t}`);
		return i += o, a;
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${r} ${i}" width="${r}" height="${i}" font-family="system-ui, sans-serif" font-size="12" fill="${n.text}">`,
		`<rect width="100%" height="100%" fill="${n.back}"/>`,
		`<text x="${Xa.left}" y="22" font-size="14" font-weight="bold">${io(t)}</text>`,
		...a,
		"</svg>\n"
	].join("\n");
}
// src/plot/strips.ts
var go = 0, _o = class {
	view;
	source;
	element = e("div", {
		class: "cw-strips",
		"data-testid": "strips"
	});
	strips = /* @__PURE__ */ new Map();
	sync;
	onError = () => void 0;
	onTarget = () => void 0;
	onDrawn = () => void 0;
	constructor(e, t) {
		this.view = e, this.source = t, go += 1, this.sync = `cellwise-${go}`;
	}
	setCurves(e) {
		let t = de(e);
		for (let [e, n] of this.strips) t.some((t) => t.family.name === e) || (n.destroy(), this.strips.delete(e));
		for (let { family: e, curves: n } of t) {
			let t = this.strips.get(e.name) ?? this.add(e);
			this.element.append(t.element), t.setCurves(n);
		}
	}
	add(e) {
		let t = new Ya(e, this.view, this.source, this.sync);
		return t.onError = (e) => this.onError(e), t.onTarget = () => this.onTarget(t), t.onDrawn = () => this.onDrawn(), this.strips.set(e.name, t), t;
	}
	get(e) {
		return this.strips.get(e);
	}
	rebuild() {
		for (let e of this.strips.values()) e.rebuild();
	}
	destroy() {
		for (let e of this.strips.values()) e.destroy();
		this.strips.clear();
	}
	pictures(e) {
		return [...this.strips.values()].map((t) => t.picture(e));
	}
	csv() {
		return new Blob([L(this.pictures(!1))], { type: "text/csv" });
	}
	svg(e) {
		return this.drawn(e, !1, vo);
	}
	async png(e) {
		let t = Math.max(yo, Math.round(this.element.clientWidth));
		return xo(this.drawn(e, f(), t));
	}
	drawn(e, t, n) {
		return new Blob([ho(this.pictures(t), e, m(t), n)], { type: "image/svg+xml" });
	}
}, vo = 900, yo = 360, bo = 2;
async function xo(e) {
	let t = URL.createObjectURL(e);
	try {
		let e = new Image();
		e.src = t, await e.decode();
		let n = Math.max(bo, devicePixelRatio), r = document.createElement("canvas");
		r.width = Math.round(e.width * n), r.height = Math.round(e.height * n);
		let i = r.getContext("2d");
		if (!i) throw Error("This browser has no canvas.");
		return i.drawImage(e, 0, 0, r.width, r.height), await new Promise((e, t) => r.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("The picture is too large.")), "image/png"));
	} finally {
		URL.revokeObjectURL(t);
	}
}
function So(t) {
	return e("div", {
		class: "buttons",
		role: "group",
		"aria-label": "Part of the run that is shown"
	}, a("Earlier", () => t.pan(-.5), { "data-testid": "earlier" }), a("Later", () => t.pan(.5), { "data-testid": "later" }), a("Zoom in", () => t.zoom(.5), { "data-testid": "zoom-in" }), a("Zoom out", () => t.zoom(2), { "data-testid": "zoom-out" }), a("Whole run", () => t.reset(), { "data-testid": "zoom-reset" }));
}
function Co(t, n) {
	let r = URL.createObjectURL(t);
	e("a", {
		href: r,
		download: n
	}).click(), setTimeout(() => URL.revokeObjectURL(r), 1e4);
}
// src/base/signal.ts
var wo = class {
	listeners = /* @__PURE__ */ new Set();
	current;
	constructor(e) {
		this.current = e;
	}
	get value() {
		return this.current;
	}
	set(e) {
		this.current = e;
		for (let t of [...this.listeners]) t(e);
	}
	touch() {
		this.set(this.current);
	}
	on(e) {
		return this.listeners.add(e), () => this.listeners.delete(e);
	}
}, To = 1e-8, Eo = class {
	window;
	at;
	hover = new wo(null);
	whole;
	constructor(e) {
		this.whole = {
			from_s: 0,
			to_s: e
		}, this.window = new wo(this.whole), this.at = new wo(0);
	}
	get end_s() {
		return this.whole.to_s;
	}
	setEnd(e) {
		if (e === this.whole.to_s) return;
		let t = this.isWhole;
		this.whole = {
			from_s: 0,
			to_s: e
		}, (t || this.window.value.from_s >= e) && this.window.set(this.whole), this.at.value > e && this.at.set(e);
	}
	get isWhole() {
		let { from_s: e, to_s: t } = this.window.value;
		return e <= this.whole.from_s && t >= this.whole.to_s;
	}
	show(e, t) {
		let n = Math.min(Math.max(t - e, To), this.whole.to_s), r = Math.min(Math.max(e, 0), this.whole.to_s - n);
		this.window.set({
			from_s: r,
			to_s: r + n
		});
	}
	zoom(e) {
		let { from_s: t, to_s: n } = this.window.value, r = this.at.value, i = r > t && r < n ? r : (t + n) / 2;
		this.show(i - (i - t) * e, i + (n - i) * e);
	}
	pan(e) {
		let { from_s: t, to_s: n } = this.window.value, r = (n - t) * e;
		this.show(t + r, n + r);
	}
	reset() {
		this.window.set(this.whole);
	}
}, Do = 20, Oo = 1e3, ko = [
	1e-6,
	1e-5,
	1e-4,
	.001,
	.01,
	.1,
	.2,
	.5,
	1,
	2,
	5,
	10,
	100
], Ao = class {
	view;
	element;
	bar;
	play;
	speed;
	clock = e("span", {
		class: "clock",
		"data-testid": "clock"
	});
	frame = 0;
	before_ms = 0;
	chosen = !1;
	constructor(t) {
		this.view = t;
		let [n, r] = [s("scrub"), s("speed")];
		this.bar = e("input", {
			id: n,
			type: "range",
			min: 0,
			max: Oo,
			step: 1,
			value: 0,
			class: "scrub",
			"data-testid": "scrub",
			oninput: () => this.scrubbed(),
			onkeydown: (e) => this.key(e)
		}), this.play = a("Play", () => this.toggle(), {
			"data-testid": "play",
			class: "primary"
		}), this.speed = e("select", {
			id: r,
			onchange: () => this.chosen = !0
		}, ko.map((t) => e("option", { value: t }, `${j(t)} per s`))), this.element = e("div", {
			class: "cw-player",
			role: "group",
			"aria-label": "Simulated time"
		}, this.play, e("label", {
			for: n,
			class: "visually-hidden"
		}, "Instant of simulated time"), this.bar, this.clock, e("label", { for: r }, "speed "), this.speed), t.at.on(() => this.placed()), t.window.on(() => (this.placed(), this.offerSpeed())), this.offerSpeed(), this.placed();
	}
	get playing() {
		return this.frame !== 0;
	}
	scrubbed() {
		let { from_s: e, to_s: t } = this.view.window.value;
		this.view.at.set(e + Number(this.bar.value) / Oo * (t - e));
	}
	key(e) {
		if (e.key === " ") this.toggle();
		else if (e.key === "Escape") this.pause(), this.view.at.set(this.view.window.value.from_s);
		else return;
		e.preventDefault();
	}
	placed() {
		let { from_s: e, to_s: t } = this.view.window.value, n = this.view.at.value;
		this.bar.value = String(Math.round((n - e) / (t - e) * Oo));
		let r = j(n, 6);
		this.clock.textContent = r, this.bar.setAttribute("aria-valuetext", r);
	}
	offerSpeed() {
		if (this.chosen) return;
		let { from_s: e, to_s: t } = this.view.window.value, n = (t - e) / Do, r = ko.reduce((e, t) => Math.abs(Math.log(t / n)) < Math.abs(Math.log(e / n)) ? t : e);
		this.speed.value = String(r);
	}
	toggle() {
		if (this.playing) return this.pause();
		let { from_s: e, to_s: t } = this.view.window.value;
		(this.view.at.value < e || this.view.at.value >= t) && this.view.at.set(e), this.before_ms = performance.now(), this.frame = requestAnimationFrame((e) => this.tick(e)), this.play.textContent = "Pause";
	}
	pause() {
		cancelAnimationFrame(this.frame), this.frame = 0, this.play.textContent = "Play";
	}
	tick(e) {
		let t = (e - this.before_ms) / 1e3 * Number(this.speed.value);
		this.before_ms = e;
		let { to_s: n } = this.view.window.value, r = Math.min(n, this.view.at.value + Math.max(0, t));
		if (this.view.at.set(r), r >= n) return this.pause();
		this.frame = requestAnimationFrame((e) => this.tick(e));
	}
}, jo = 120;
async function Mo(e) {
	let t = String(e.get("simulator")).slice(10), n = (await e.widget_manager?.get_model(t).catch(() => void 0))?.get("octets");
	if (!(n instanceof DataView)) throw Error("The simulator is not in this notebook: run the cell again.");
	if (n.byteLength === 0) throw Error("The simulator for browsers is not built: make build says why, and builds it where it can.");
	return No(n);
}
function No(e) {
	return new Uint8Array(e.buffer, e.byteOffset, e.byteLength).slice().buffer;
}
function Po(e) {
	return new Response(new Blob([e]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
function Fo(e, t) {
	let n = matchMedia("(prefers-color-scheme: dark)"), r = () => {
		i !== f() && (i = e.classList.toggle("dark", f()), t());
	}, i = e.classList.toggle("dark", f()), a = new MutationObserver(r);
	return a.observe(document.body, {
		attributes: !0,
		attributeFilter: ["data-jp-theme-light"]
	}), n.addEventListener("change", r), () => {
		a.disconnect(), n.removeEventListener("change", r);
	};
}
function Io(e) {
	let t = ({ target: t, ctrlKey: n, metaKey: r, altKey: i }) => {
		t instanceof Element && e.contains(t) && t.toggleAttribute("data-lm-suppress-shortcuts", !(n || r || i));
	};
	return addEventListener("keydown", t, !0), () => removeEventListener("keydown", t, !0);
}
var Lo = class {
	model;
	box;
	status = e("p", {
		class: "status",
		role: "status",
		"data-testid": "said"
	});
	failed = e("p", {
		class: "error",
		role: "alert"
	});
	progress = e("progress", {
		max: 1,
		value: 0,
		hidden: !0,
		"aria-label": "Progress of the run"
	});
	view = new Eo(1);
	strips;
	example;
	controls;
	elements;
	title;
	soon = c(jo, () => void this.run());
	stops;
	constructor(e, t) {
		this.model = e, this.title = String(e.get("title")), this.controls = e.get("controls"), this.example = new I(t, "run", String(e.get("scenario")), this.controls), this.strips = new _o(this.view, this.example), this.strips.onError = (e) => this.fail(e), this.elements = this.controls.map((e, t) => T(e, (e) => this.changed(t, e))), this.box = this.made();
		let n = () => this.updated();
		e.on("change:value", n), this.stops = [
			Fo(this.box, () => this.strips.rebuild()),
			Io(this.box),
			() => e.off("change:value", n)
		], this.follow();
	}
	destroy() {
		for (let e of this.stops) e();
		this.strips.destroy();
	}
	async begin() {
		let e = this.model.get("results");
		if (this.controls.some(({ at: e }, t) => this.example.chosen[t] !== e) || !(e instanceof DataView) || e.byteLength === 0) return this.run();
		this.show(await this.example.take(await Po(No(e))));
	}
	fail(e) {
		this.progress.hidden = !0, this.status.textContent = "", this.failed.textContent = e instanceof Error ? e.message : String(e), this.box.dataset.state = "failed";
	}
	made() {
		let { strips: t, title: n, view: r } = this, i = (e, t) => a(e, () => void Promise.resolve(t()).then((t) => Co(t, `cellwise.${e.toLowerCase()}`))), o = e("div", {
			class: "buttons",
			role: "group",
			"aria-label": "Save"
		}, i("CSV", () => t.csv()), i("SVG", () => t.svg(n)), i("PNG", () => t.png(n))), s = this.elements.map(({ element: e }) => e);
		return e("div", {
			class: "cellwise-widget",
			"data-state": "running"
		}, e("h3", {}, n), s.length ? e("div", {
			class: "cw-controls",
			role: "group",
			"aria-label": "Settings"
		}, s) : null, this.progress, this.status, this.failed, new Ao(r).element, e("div", { class: "toolbar" }, So(r), o), t.element);
	}
	async run() {
		this.progress.value = 0, this.progress.hidden = !1, this.box.dataset.state = "running", this.failed.textContent = "", this.status.textContent = "Running in this page…";
		try {
			let e = await this.example.run((e) => this.progress.value = e);
			e && this.show(e);
		} catch (e) {
			this.fail(e);
		}
	}
	show(e) {
		let t = e.simulated_s ?? 1;
		this.progress.hidden = !0, this.view.setEnd(t), this.strips.setCurves(e.series.map((e) => ({
			run: "run",
			label: this.title,
			rank: 0,
			info: e
		}))), this.status.textContent = [se(e), e.stopped ?? ""].join(" ").trim(), this.box.dataset.state = "done";
	}
	changed(e, t) {
		this.example.chosen[e] = t, this.model.set("value", this.value()), this.model.save_changes(), this.soon();
	}
	updated() {
		this.follow() && this.soon();
	}
	follow() {
		let e = this.model.get("value"), t = !1;
		return this.controls.forEach(({ paths: n, values: r }, i) => {
			let a = r.indexOf(e[n[0] ?? ""] ?? "");
			a < 0 || a === this.example.chosen[i] || (this.example.chosen[i] = a, this.elements[i]?.choose(a), t = !0);
		}), t;
	}
	value() {
		return Object.fromEntries(this.controls.map(({ paths: e, values: t }, n) => [e[0] ?? "", t[this.example.chosen[n] ?? 0] ?? ""]));
	}
};
async function Ro({ model: e, el: t }) {
	let n = Mo(e), r = new URL(URL.createObjectURL(new Blob(["// ../crates/wasm/cellwise.mjs\nvar e = {\n	f64: Float64Array,\n	u64: BigUint64Array,\n	u32: Uint32Array\n}, t = 8, n = 50, r = 2e3, i = 5e6, a = class extends Error {\n	constructor({ kind: e, message: t, issues: n }) {\n		super(t), this.name = \"Refusal\", this.kind = e, this.issues = n;\n	}\n}, o = class {\n	#e;\n	#t;\n	constructor(e) {\n		this.#e = e, this.#n();\n	}\n	#n() {\n		this.#t = new WebAssembly.Instance(this.#e, {}).exports;\n	}\n	ask(e) {\n		return this.#r(new TextEncoder().encode(JSON.stringify(e)));\n	}\n	take(e) {\n		let t = new DataView(e).getUint32(4, !0), { scenario: n } = JSON.parse(new TextDecoder().decode(new Uint8Array(e, 8, t)));\n		return {\n			run: this.#r(new Uint8Array(e)),\n			scenario: n\n		};\n	}\n	#r(e) {\n		try {\n			let t = this.#t.cellwise_room(e.length) >>> 0;\n			new Uint8Array(this.#t.memory.buffer, t, e.length).set(e);\n			let n = this.#t.cellwise_answer() >>> 0, r = this.#t.cellwise_answered() >>> 0;\n			return c(this.#t.memory.buffer.slice(r, r + n));\n		} catch (e) {\n			throw e instanceof WebAssembly.RuntimeError ? this.#i(e) : e;\n		}\n	}\n	#i(e) {\n		let t = this.#t.cellwise_is_short() !== 0;\n		return this.#n(), t ? new a({\n			kind: \"memory\",\n			message: \"the browser gives this page no more memory\",\n			issues: []\n		}) : new a({\n			kind: \"fault\",\n			message: `fault in Cellwise, please report it: ${e.message}`,\n			issues: []\n		});\n	}\n	async run(e, { progress: t = () => !0, breathe: a = s } = {}) {\n		let o = this.ask({\n			ask: \"begin\",\n			scenario: e\n		}), c = r;\n		for (let e = !1; !e;) {\n			let s = performance.now(), l = this.ask({\n				ask: \"advance\",\n				run: o,\n				events: c\n			}), u = Math.max(performance.now() - s, .1);\n			c = Math.round(Math.min(Math.max(c * n / u, r), i, 4 * c)), await a(), e = l.state !== \"running\" || t(l.progress) === !1;\n		}\n		return {\n			run: o,\n			...this.ask({\n				ask: \"finish\",\n				run: o\n			})\n		};\n	}\n};\nfunction s() {\n	return new Promise((e) => {\n		let { port1: t, port2: n } = new MessageChannel();\n		t.onmessage = () => {\n			t.close(), e();\n		}, n.postMessage(void 0);\n	});\n}\nfunction c(n) {\n	let r = new DataView(n).getUint32(0, !0), i = Math.ceil((4 + r) / t) * t, o = new TextDecoder().decode(new Uint8Array(n, 4, r)), s = JSON.parse(o, (t, r) => r?.$ === void 0 ? r : new e[r.$](n, i + r.at, r.length));\n	if (s.refused !== void 0) throw new a(s.refused);\n	return s.ok;\n}\n// src/compute/module.ts\nvar l = \"application/wasm\", u = 31;\nasync function d(e) {\n	if (typeof WebAssembly > \"u\") throw Error(\"This page has no WebAssembly, which the simulator is written in.\");\n	let t = e instanceof URL ? await f(e.href) : new Response(e);\n	try {\n		return await WebAssembly.compileStreaming(p(t) ? t : await m(t));\n	} catch (e) {\n		let t = e instanceof Error ? e.message : String(e);\n		throw Error(`The simulator could not be compiled, or this page forbids WebAssembly: ${t}`);\n	}\n}\nasync function f(e) {\n	let t = await fetch(e);\n	if (t.ok) return t;\n	throw Error(t.status === 404 ? \"The simulator for browsers is not there: make build says why, and builds it where it can.\" : `${e}: ${t.status} ${t.statusText}`);\n}\nfunction p(e) {\n	return e.headers.get(\"Content-Type\")?.startsWith(l) ?? !1;\n}\nasync function m(e) {\n	if (!e.body) throw Error(\"it is empty\");\n	let [t, n] = e.body.tee(), r = t.getReader(), i = await r.read();\n	r.cancel();\n	let a = i.value?.[0] === u ? n.pipeThrough(new DecompressionStream(\"gzip\")) : n;\n	return new Response(a, { headers: { \"Content-Type\": l } });\n}\n// src/compute/worker.ts\nvar h = globalThis, g = 1.25, _, v = new Promise((e) => _ = e), y = v.then((e) => new o(e)), b = /* @__PURE__ */ new Map(), x = /* @__PURE__ */ new Map(), S = [[\"duration\", \"500 ms\"]], C = \"n-source\";\nasync function w(e) {\n	switch (e.ask) {\n		case \"load\": return _(e.module instanceof ArrayBuffer ? d(e.module) : e.module), y.then(() => null);\n		case \"warm\": return E();\n		case \"module\": return T(await y, e.request);\n		case \"run\": return D(e);\n		case \"take\": return O(e);\n		case \"about\": {\n			let t = x.get(e.key);\n			return t ? T(t.engine, {\n				...e.about,\n				run: t.run\n			}) : null;\n		}\n		case \"marked\": return A(e);\n		case \"lanes\": return j(e);\n		case \"pieces\": return N(e);\n		case \"forget\": return x.delete(e.key), null;\n	}\n}\nfunction T(e, t) {\n	return e.ask(t);\n}\nasync function E() {\n	let e = await y, t = e.ask({\n		ask: \"set\",\n		scenario: e.ask({\n			ask: \"template\",\n			name: C\n		}),\n		changes: S\n	}), n = new o(await v), { run: r } = await n.run(e.ask({\n		ask: \"watching\",\n		scenario: t\n	}).scenario, { progress: () => b.size === 0 });\n	return n.ask({\n		ask: \"describe\",\n		run: r,\n		hidden: []\n	}), null;\n}\nasync function D({ id: e, key: t, scenario: n, changes: r, watched: i }) {\n	let a = await y, s = () => b.get(t) === e;\n	if (!s()) return null;\n	let c = r.length ? a.ask({\n		ask: \"set\",\n		scenario: n,\n		changes: r\n	}) : n, { scenario: l, hidden: u } = i ? a.ask({\n		ask: \"watching\",\n		scenario: c\n	}) : {\n		scenario: c,\n		hidden: []\n	}, d = new o(await v), f = await d.run(l, { progress: (t) => (h.postMessage({\n		id: e,\n		share: t\n	}), s()) });\n	return s() ? (x.set(t, {\n		engine: d,\n		run: f.run,\n		scenario: c,\n		hidden: u,\n		again: void 0\n	}), d.ask({\n		ask: \"describe\",\n		run: f.run,\n		hidden: u\n	})) : null;\n}\nasync function O({ key: e, octets: t }) {\n	let n = new o(await v), { run: r, scenario: i } = n.take(t);\n	return x.set(e, {\n		engine: n,\n		run: r,\n		scenario: i,\n		hidden: [],\n		again: void 0\n	}), {\n		scenario: JSON.parse(i),\n		described: n.ask({\n			ask: \"describe\",\n			run: r,\n			hidden: []\n		})\n	};\n}\nasync function k(e, t, n, r) {\n	let i = x.get(e);\n	if (!i) return null;\n	if (i.again?.of === t && i.again.until_s >= n) return i;\n	i.again && i.engine.ask({\n		ask: \"forget\",\n		run: i.again.run\n	}), i.again = void 0;\n	let a = await i.engine.run(r(i), { progress: () => x.get(e) === i });\n	return x.get(e) === i ? (i.again = {\n		of: t,\n		run: a.run,\n		tables: a.tables,\n		until_s: n\n	}, i) : null;\n}\nasync function A({ key: e, flow: t, from_s: n, to_s: r, most: i }) {\n	let a = g * r, o = x.get(e)?.again, s = await k(e, t, o?.of === t && o.until_s >= r ? r : a, ({ engine: e, scenario: n }) => e.ask({\n		ask: \"again\",\n		scenario: n,\n		flow: t,\n		to_s: a\n	}));\n	return s?.again ? s.engine.ask({\n		ask: \"marked\",\n		run: s.again.run,\n		flow: t,\n		from_s: n,\n		to_s: r,\n		most: i\n	}) : null;\n}\nasync function j({ key: e, port: t, from_s: n, to_s: r, most: i }) {\n	let a = await k(e, JSON.stringify([\n		t,\n		n,\n		r,\n		i\n	]), r, ({ engine: e, scenario: a }) => e.ask({\n		ask: \"again\",\n		scenario: a,\n		port: t,\n		from_s: n,\n		to_s: r,\n		most: i\n	}));\n	return a?.again ? a.engine.ask({\n		ask: \"lanes\",\n		run: a.again.run,\n		port: t,\n		from_s: n,\n		to_s: r\n	}) : null;\n}\nvar M = [\"cells\", \"packets\"];\nasync function N({ key: e, since_s: t, to_s: n, most: r }) {\n	let i = (e) => `${Math.round(e * 0xe8d4a51000)} ps`, a = await k(e, JSON.stringify([\n		\"pieces\",\n		t,\n		n\n	]), n, ({ engine: e, scenario: a }) => {\n		let o = M.flatMap((e) => [\n			[`probes.${e}.port`, \"*\"],\n			[`probes.${e}.from`, i(t)],\n			[`probes.${e}.until`, i(n)],\n			[`probes.${e}.limit`, String(r)]\n		]);\n		return e.ask({\n			ask: \"set\",\n			scenario: e.ask({\n				ask: \"again\",\n				scenario: a,\n				to_s: n\n			}),\n			changes: o\n		});\n	});\n	if (!a?.again) return null;\n	let { engine: o, again: s } = a, c = (e) => s.tables.includes(e) ? o.ask({\n		ask: \"table\",\n		run: s.run,\n		name: e\n	}) : null;\n	return Object.fromEntries(M.map((e) => [e, c(e)]));\n}\nfunction P(e) {\n	if (e instanceof a) {\n		let { kind: t, issues: n } = e;\n		return {\n			kind: t,\n			message: e.message,\n			issues: n.map((e) => ({\n				...e,\n				text: F(e)\n			}))\n		};\n	}\n	return {\n		kind: \"browser\",\n		message: e instanceof Error ? e.message : String(e),\n		issues: []\n	};\n}\nfunction F({ path: e, value: t, rule: n }) {\n	return t === null ? `${e}: ${n}` : `${e}: ${t} is not allowed; ${n}`;\n}\nvar I = Promise.resolve();\nh.onmessage = ({ data: e }) => {\n	e.ask === \"run\" && b.set(e.key, e.id), e.ask === \"forget\" && b.delete(e.key);\n	let t = e.ask === \"marked\" || e.ask === \"lanes\" || e.ask === \"pieces\", n = t ? I.then(() => w(e)) : w(e);\n	t && (I = n.catch(() => void 0)), n.then((t) => h.postMessage({\n		id: e.id,\n		ok: t\n	}), (t) => h.postMessage({\n		id: e.id,\n		failed: P(t)\n	}));\n};\n"], { type: "text/javascript" }))), i = new w(r, await n.catch(() => /* @__PURE__ */ new ArrayBuffer(0))), a = new Lo(e, i);
	return t.append(a.box), n.then(() => a.begin()).catch((e) => a.fail(e)), () => {
		a.destroy(), i.end(), URL.revokeObjectURL(r.href);
	};
}
var zo = { render: Ro };
export { zo as default };
