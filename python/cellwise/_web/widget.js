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
var h = 31;
async function g(e) {
	if (typeof WebAssembly > "u") throw Error("This page has no WebAssembly, which the simulator is written in.");
	let t = e instanceof URL ? await _(e.href) : new Blob([e]).stream();
	try {
		let e = await v(t);
		return await WebAssembly.compileStreaming(new Response(e, { headers: { "Content-Type": "application/wasm" } }));
	} catch (e) {
		let t = e instanceof Error ? e.message : String(e);
		throw Error(`The simulator could not be compiled, or this page forbids WebAssembly: ${t}`);
	}
}
async function _(e) {
	let t = await fetch(e);
	if (t.ok && t.body) return t.body;
	throw Error(t.status === 404 ? "The simulator for browsers is not there: make build says why, and builds it where it can." : `${e}: ${t.status} ${t.statusText}`);
}
async function v(e) {
	let t = e.getReader(), n = await t.read(), r = new ReadableStream({
		start: (e) => n.value ? e.enqueue(n.value) : e.close(),
		pull: async (e) => {
			let { value: n } = await t.read();
			n ? e.enqueue(n) : e.close();
		}
	});
	return n.value?.[0] === h ? r.pipeThrough(new DecompressionStream("gzip")) : r;
}
// src/compute/runner.ts
var y = 0, b = "The simulator could not be started: this page or browser allows it no worker.", x = class extends Error {
	kind;
	issues;
	constructor({ kind: e, message: t, issues: n }) {
		super(t), this.kind = e, this.issues = n;
	}
}, S = class {
	script;
	module;
	worker;
	code;
	asked = 0;
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
	forget(e) {
		this.worker && this.ask({
			ask: "forget",
			key: e
		}).catch(() => void 0);
	}
	ask(e, t = () => void 0, n = []) {
		let r = this.asked += 1;
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
		return e.onmessage = ({ data: e }) => this.answered(e), e.onerror = () => this.ended(b), this.load(e), e;
	}
	async load(e) {
		try {
			let t = this.module instanceof URL ? await (this.code ??= g(this.module)) : this.module;
			e.postMessage({
				id: y,
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
			throw new x({
				kind: "browser",
				message: b,
				issues: []
			});
		}
	}
	answered(e) {
		let t = this.waiting.get(e.id);
		if ("share" in e) return t?.onShare(e.share);
		if (this.waiting.delete(e.id), e.id === y && "failed" in e) return this.ended(e.failed.message);
		"failed" in e ? t?.reject(new x(e.failed)) : t?.resolve(e.ok);
	}
	ended(e) {
		for (let { reject: t } of this.waiting.values()) t(new x({
			kind: "browser",
			message: e,
			issues: []
		}));
		this.waiting.clear(), this.worker?.terminate(), this.worker = void 0;
	}
};
// src/live/control.ts
function C(e, t) {
	return e.kind === "choice" ? w(e, t) : T(e, t);
}
function w({ label: t, values: n, at: r }, i) {
	let a = s("live"), o = e("select", {
		id: a,
		onchange: () => i(o.selectedIndex)
	}, n.map((t, n) => e("option", { selected: n === r }, t)));
	return {
		element: e("span", { class: "cw-control" }, e("label", { for: a }, t), o),
		choose: (e) => o.selectedIndex = e
	};
}
function T({ label: t, values: n, at: r }, i) {
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
function E(e) {
	let t = Number(e.toPrecision(12)), n = String(t);
	return n.includes("e") && Math.abs(t) < 0x38d7ea4c68000 && Math.abs(t) >= 1e-9 ? t.toFixed(12).replace(/\.?0+$/, "") : n;
}
function D(e, t) {
	return e === 0 ? 0 : Number(e.toPrecision(t));
}
var O = [
	[1e9, "G"],
	[1e6, "M"],
	[1e3, "k"],
	[1, ""]
];
function ee(e, t = "") {
	if (e == null || !Number.isFinite(e)) return "–";
	if (t === "s") return te(e);
	let n = Math.abs(e);
	if (t.endsWith("bit/s") || t === "bps") {
		let [t, r] = O.find(([e]) => n >= e) ?? [1, ""];
		return `${E(D(e / t, 4))} ${r}bit/s`;
	}
	let r = E(n >= 1e3 && Number.isInteger(e) ? e : D(e, 4));
	return t ? `${r} ${t}` : r;
}
function te(e, t = 5) {
	let n = Math.abs(e), [r, i] = n >= 1 || n === 0 ? [1, "s"] : n >= .001 ? [.001, "ms"] : n >= 1e-6 ? [1e-6, "µs"] : [1e-9, "ns"];
	return `${E(D(e / r, t))} ${i}`;
}
// src/live/example.ts
var k = class {
	runner;
	key;
	scenario;
	controls;
	chosen;
	constructor(e, t, n, r) {
		this.runner = e, this.key = t, this.scenario = n, this.controls = r, this.chosen = r.map(({ at: e }) => e);
	}
	run(e) {
		let t = this.controls.flatMap(({ paths: e, values: t }, n) => e.map((e) => [e, t[this.chosen[n] ?? 0] ?? ""]));
		return this.runner.run(this.key, this.scenario, { changes: t }, e);
	}
	async take(e) {
		return (await this.runner.take(this.key, e)).described;
	}
	async points(e, t, n, r) {
		return await this.runner.about(this.key, {
			ask: "points",
			index: e,
			from_s: t,
			to_s: n,
			width: r
		}) ?? {
			time_s: /* @__PURE__ */ new Float64Array(),
			value: /* @__PURE__ */ new Float64Array()
		};
	}
};
function ne({ summary: e }) {
	let t = e?.throughput_bps ?? 0, n = e?.cell_loss_ratio ?? 0, r = e?.audit?.sent ? `; ${E(Number((100 * n).toPrecision(3)))} % of the cells lost` : "";
	return `All flows together: ${ee(Number(t.toPrecision(4)), "bit/s")}${r}.`;
}
// src/plot/curves.ts
var re = [
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
], ie = /* @__PURE__ */ new Set(["busy"]);
function ae(e) {
	let t = new Set(re.flatMap((e) => e.quantities)), n = [...new Set(e.map((e) => e.info.quantity))].filter((e) => !t.has(e) && !ie.has(e));
	return [...re, ...n.map((e) => ({
		name: e,
		title: e,
		quantities: [e],
		zero: !0
	}))].map((t) => ({
		family: t,
		curves: e.filter((e) => t.quantities.includes(e.info.quantity))
	})).filter((e) => e.curves.length > 0);
}
function oe(e, t, n, r = 7) {
	let i = se(e);
	if (t === "*") return e;
	if (t) return e.filter((e) => e.info.target === t);
	let a = new Set(e.map((e) => e.run)).size > 1 ? i.slice(0, 1) : i.slice(0, r), o = e.filter((e) => a.includes(e.info.target));
	return o.length <= 2 ? o : o.filter((e) => e.info.quantity === n.quantities[0] || !o.some((e) => e.info.quantity === n.quantities[0]));
}
function se(e) {
	return [...new Set(e.map((e) => e.info.target))];
}
function A(e, t, n) {
	let r = new Set(t.map((e) => e.run)).size > 1, i = se(t).indexOf(e.info.target), a = n.quantities.indexOf(e.info.quantity);
	return r ? {
		colour: e.rank,
		dash: a > 0 ? a : i
	} : {
		colour: i,
		dash: a
	};
}
function j({ time_s: e }, t) {
	let n = 0, r = e.length;
	for (; n < r;) {
		let i = n + r >> 1;
		(e[i] ?? 0) <= t ? n = i + 1 : r = i;
	}
	return n;
}
function M(e, t) {
	let n = e.value[j(e, t) - 1];
	return n === void 0 || !Number.isFinite(n) ? null : n;
}
function ce(e, t, n) {
	let r = M(e, t - n / 2), i = e.value.subarray(j(e, t - n / 2), j(e, t + n / 2)), a = [...r === null ? [] : [r], ...i].filter(Number.isFinite);
	return a.length ? Math.max(...a) : null;
}
function N({ info: e }) {
	return e.peak ? [{
		name: "true peak",
		value: e.peak,
		peak: !0
	}] : [];
}
function P(e, t) {
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
function le({ value: e }) {
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
function ue(e) {
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
function de(e) {
	return /[",\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function fe(e) {
	let t = ["run,quantity,target,unit,time_s,value"];
	for (let n of e) for (let { run: e, quantity: r, target: i, unit: a, points: o } of n.curves) {
		let s = [
			e,
			r,
			i,
			a
		].map(de).join(",");
		o.time_s.forEach((e, r) => {
			e >= n.from_s && e <= n.to_s && t.push(`${s},${e},${o.value[r]}`);
		});
	}
	return `${t.join("\n")}\n`;
}
function pe(e, t, n) {
	let r = (t - e) / Math.max(n, 1);
	if (!(r > 0)) return [e];
	let i = 10 ** Math.floor(Math.log10(r)), a = ([
		1,
		2,
		5,
		10
	].find((e) => e * i >= r * (1 - 1e-9)) ?? 10) * i, o = [];
	for (let n = Math.ceil(e / a - 1e-9); n * a <= t + a * 1e-9; n += 1) o.push(D(n * a, 12));
	return o;
}
// node_modules/uplot/dist/uPlot.esm.js
var me = !0, he = "uplot", ge = "u-hz", _e = "u-vt", ve = "u-title", ye = "u-wrap", be = "u-under", xe = "u-over", Se = "u-axis", Ce = "u-off", we = "u-select", Te = "u-cursor-x", Ee = "u-cursor-y", De = "u-cursor-pt", Oe = "u-legend", ke = "u-live", Ae = "u-inline", je = "u-series", Me = "u-marker", Ne = "u-label", Pe = "u-value", Fe = "width", Ie = "height", Le = "top", Re = "bottom", ze = "left", Be = "right", Ve = "#000", He = "#0000", Ue = "mousemove", We = "mousedown", Ge = "mouseup", Ke = "mouseenter", qe = "mouseleave", Je = "dblclick", Ye = "resize", Xe = "scroll", Ze = "change", Qe = "dppxchange", $e = "--", et = typeof window < "u", tt = et ? document : null, nt = et ? window : null, rt = et ? navigator : null, F, it;
function at() {
	let e = devicePixelRatio;
	F != e && (F = e, it && _t(Ze, it, at), it = matchMedia(`(min-resolution: ${F - .001}dppx) and (max-resolution: ${F + .001}dppx)`), gt(Ze, it, at), nt.dispatchEvent(new CustomEvent(Qe)));
}
function ot(e, t) {
	if (t != null) {
		let n = e.classList;
		!n.contains(t) && n.add(t);
	}
}
function st(e, t) {
	let n = e.classList;
	n.contains(t) && n.remove(t);
}
function I(e, t, n) {
	e.style[t] = n + "px";
}
function ct(e, t, n, r) {
	let i = tt.createElement(e);
	return t != null && ot(i, t), n?.insertBefore(i, r), i;
}
function lt(e, t) {
	return ct("div", e, t);
}
var ut = /* @__PURE__ */ new WeakMap();
function dt(e, t, n, r, i) {
	let a = "translate(" + t + "px," + n + "px)";
	a != ut.get(e) && (e.style.transform = a, ut.set(e, a), t < 0 || n < 0 || t > r || n > i ? ot(e, Ce) : st(e, Ce));
}
var ft = /* @__PURE__ */ new WeakMap();
function pt(e, t, n) {
	let r = t + n;
	r != ft.get(e) && (ft.set(e, r), e.style.background = t, e.style.borderColor = n);
}
var L = /* @__PURE__ */ new WeakMap();
function mt(e, t, n, r) {
	let i = t + "" + n;
	i != L.get(e) && (L.set(e, i), e.style.height = n + "px", e.style.width = t + "px", e.style.marginLeft = r ? -t / 2 + "px" : 0, e.style.marginTop = r ? -n / 2 + "px" : 0);
}
var R = { passive: !0 }, ht = {
	...R,
	capture: !0
};
function gt(e, t, n, r) {
	t.addEventListener(e, n, r ? ht : R);
}
function _t(e, t, n, r) {
	t.removeEventListener(e, n, R);
}
et && at();
function vt(e, t, n, r) {
	let i;
	n ||= 0, r ||= t.length - 1;
	let a = r <= 2147483647;
	for (; r - n > 1;) i = a ? n + r >> 1 : zt((n + r) / 2), t[i] < e ? n = i : r = i;
	return e - t[n] <= t[r] - e ? n : r;
}
function yt(e) {
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
var bt = (e) => e != null, xt = (e) => e != null && e > 0, St = yt(bt), Ct = yt(xt);
function wt(e, t, n, r = 0, i = !1) {
	let a = i ? Ct : St, o = i ? xt : bt;
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
	return [s ?? B, c ?? -B];
}
function Tt(e, t, n, r) {
	let i = Gt(e), a = Gt(t);
	e == t && (i == -1 ? (e *= n, t /= n) : (e /= n, t *= n));
	let o = n == 10 ? Kt : qt, s = i == 1 ? zt : Vt, c = a == 1 ? Vt : zt, l = s(o(Rt(e))), u = c(o(Rt(t))), d = Wt(n, l), f = Wt(n, u);
	return n == 10 && (l < 0 && (d = H(d, -l)), u < 0 && (f = H(f, -u))), r || n == 2 ? (e = d * i, t = f * a) : (e = un(e, d), t = ln(t, f)), [e, t];
}
function Et(e, t, n, r) {
	let i = Tt(e, t, n, r);
	return e == 0 && (i[0] = 0), t == 0 && (i[1] = 0), i;
}
var Dt = .1, Ot = {
	mode: 3,
	pad: Dt
}, kt = {
	pad: 0,
	soft: null,
	mode: 0
}, At = {
	min: kt,
	max: kt
};
function jt(e, t, n, r) {
	return xn(n) ? Nt(e, t, n) : (kt.pad = n, kt.soft = r ? 0 : null, kt.mode = r ? 3 : 0, Nt(e, t, At));
}
function z(e, t) {
	return e ?? t;
}
function Mt(e, t, n) {
	for (t = z(t, 0), n = z(n, e.length - 1); t <= n;) {
		if (e[t] != null) return !0;
		t++;
	}
	return !1;
}
function Nt(e, t, n) {
	let r = n.min, i = n.max, a = z(r.pad, 0), o = z(i.pad, 0), s = z(r.hard, -B), c = z(i.hard, B), l = z(r.soft, B), u = z(i.soft, -B), d = z(r.mode, 0), f = z(i.mode, 0), p = t - e, m = Kt(p), h = Ut(Rt(e), Rt(t)), g = Rt(Kt(h) - m);
	(p < 1e-24 || g > 10) && (p = 0, (e == 0 || t == 0) && (p = 1e-24, d == 2 && l != B && (a = 0), f == 2 && u != -B && (o = 0)));
	let _ = p || h || 1e3, v = Wt(10, zt(Kt(_))), y = H(un(e - _ * (p == 0 ? e == 0 ? .1 : 1 : a), v / 10), 24), b = e >= l && (d == 1 || d == 3 && y <= l || d == 2 && y >= l) ? l : B, x = Ut(s, y < b && e >= b ? b : Ht(b, y)), S = H(ln(t + _ * (p == 0 ? t == 0 ? .1 : 1 : o), v / 10), 24), C = t <= u && (f == 1 || f == 3 && S >= u || f == 2 && S <= u) ? u : -B, w = Ht(c, S > C && t <= C ? C : Ut(C, S));
	return x == w && x == 0 && (w = 100), [x, w];
}
var Pt = new Intl.NumberFormat(et ? rt.language : "en-US"), Ft = (e) => Pt.format(e), It = Math, Lt = It.PI, Rt = It.abs, zt = It.floor, Bt = It.round, Vt = It.ceil, Ht = It.min, Ut = It.max, Wt = It.pow, Gt = It.sign, Kt = It.log10, qt = It.log2, Jt = (e, t = 1) => It.sinh(e) * t, Yt = (e, t = 1) => It.asinh(e / t), B = Infinity;
function Xt(e) {
	return (Kt((e ^ e >> 31) - (e >> 31)) | 0) + 1;
}
function Zt(e, t, n) {
	return Ht(Ut(e, t), n);
}
function Qt(e) {
	return typeof e == "function";
}
function V(e) {
	return Qt(e) ? e : () => e;
}
var $t = () => {}, en = (e) => e, tn = (e, t) => t, nn = (e) => null, rn = (e) => !0, an = (e, t) => e == t, on = /\.\d*?(?=9{6,}|0{6,})/gm, sn = (e) => {
	if (vn(e) || dn.has(e)) return e;
	let t = `${e}`, n = t.match(on);
	if (n == null) return e;
	let r = n[0].length - 1;
	if (t.indexOf("e-") != -1) {
		let [e, n] = t.split("e");
		return +`${sn(e)}e${n}`;
	}
	return H(e, r);
};
function cn(e, t) {
	return sn(H(sn(e / t)) * t);
}
function ln(e, t) {
	return sn(Vt(sn(e / t)) * t);
}
function un(e, t) {
	return sn(zt(sn(e / t)) * t);
}
function H(e, t = 0) {
	if (vn(e)) return e;
	let n = 10 ** t;
	return Bt(e * n * (1 + 2 ** -52)) / n;
}
var dn = /* @__PURE__ */ new Map();
function fn(e) {
	return (("" + e).split(".")[1] || "").length;
}
function pn(e, t, n, r) {
	let i = [], a = r.map(fn);
	for (let o = t; o < n; o++) {
		let t = Rt(o), n = H(Wt(e, o), t);
		for (let s = 0; s < r.length; s++) {
			let c = e == 10 ? +`${r[s]}e${o}` : r[s] * n, l = (o >= 0 ? 0 : t) + (o >= a[s] ? 0 : a[s]), u = e == 10 ? c : H(c, l);
			i.push(u), dn.set(u, l);
		}
	}
	return i;
}
var mn = {}, hn = [], gn = [null, null], _n = Array.isArray, vn = Number.isInteger, yn = (e) => e === void 0;
function bn(e) {
	return typeof e == "string";
}
function xn(e) {
	let t = !1;
	if (e != null) {
		let n = e.constructor;
		t = n == null || n == Object;
	}
	return t;
}
function Sn(e) {
	return typeof e == "object" && !!e;
}
var Cn = Object.getPrototypeOf(Uint8Array), wn = "__proto__";
function Tn(e, t = xn) {
	let n;
	if (_n(e)) {
		let r = e.find((e) => e != null);
		if (_n(r) || t(r)) {
			n = Array(e.length);
			for (let r = 0; r < e.length; r++) n[r] = Tn(e[r], t);
		} else n = e.slice();
	} else if (e instanceof Cn) n = e.slice();
	else if (t(e)) {
		n = {};
		for (let r in e) r != wn && (n[r] = Tn(e[r], t));
	} else n = e;
	return n;
}
function En(e) {
	let t = arguments;
	for (let n = 1; n < t.length; n++) {
		let r = t[n];
		for (let t in r) t != wn && (xn(e[t]) ? En(e[t], Tn(r[t])) : e[t] = Tn(r[t]));
	}
	return e;
}
var Dn = 0, On = 1, kn = 2;
function An(e, t, n) {
	for (let r = 0, i, a = -1; r < t.length; r++) {
		let o = t[r];
		if (o > a) {
			for (i = o - 1; i >= 0 && e[i] == null;) e[i--] = null;
			for (i = o + 1; i < n && e[i] == null;) e[a = i++] = null;
		}
	}
}
function jn(e, t) {
	if (Pn(e)) {
		let t = e[0].slice();
		for (let n = 1; n < e.length; n++) t.push(...e[n].slice(1));
		return Fn(t[0]) || (t = Nn(t)), t;
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
			let c = o[e], l = Array(i).fill(void 0), u = t ? t[n][e] : On, d = [];
			for (let e = 0; e < c.length; e++) {
				let t = c[e], n = a.get(s[e]);
				t === null ? u != Dn && (l[n] = t, u == kn && d.push(n)) : l[n] = t;
			}
			An(l, d, i), r.push(l);
		}
	}
	return r;
}
var Mn = typeof queueMicrotask > "u" ? (e) => Promise.resolve().then(e) : queueMicrotask;
function Nn(e) {
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
function Pn(e) {
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
function Fn(e, t = 100) {
	let n = e.length;
	if (n <= 1) return !0;
	let r = 0, i = n - 1;
	for (; r <= i && e[r] == null;) r++;
	for (; i >= r && e[i] == null;) i--;
	if (i <= r) return !0;
	let a = Ut(1, zt((i - r + 1) / t));
	for (let t = e[r], n = r + a; n <= i; n += a) {
		let r = e[n];
		if (r != null) {
			if (r <= t) return !1;
			t = r;
		}
	}
	return !0;
}
var In = [
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
], Ln = [
	"Sunday",
	"Monday",
	"Tuesday",
	"Wednesday",
	"Thursday",
	"Friday",
	"Saturday"
];
function Rn(e) {
	return e.slice(0, 3);
}
var zn = Ln.map(Rn), Bn = {
	MMMM: In,
	MMM: In.map(Rn),
	WWWW: Ln,
	WWW: zn
};
function U(e) {
	return (e < 10 ? "0" : "") + e;
}
function Vn(e) {
	return (e < 10 ? "00" : e < 100 ? "0" : "") + e;
}
var Hn = {
	YYYY: (e) => e.getFullYear(),
	YY: (e) => (e.getFullYear() + "").slice(2),
	MMMM: (e, t) => t.MMMM[e.getMonth()],
	MMM: (e, t) => t.MMM[e.getMonth()],
	MM: (e) => U(e.getMonth() + 1),
	M: (e) => e.getMonth() + 1,
	DD: (e) => U(e.getDate()),
	D: (e) => e.getDate(),
	WWWW: (e, t) => t.WWWW[e.getDay()],
	WWW: (e, t) => t.WWW[e.getDay()],
	HH: (e) => U(e.getHours()),
	H: (e) => e.getHours(),
	h: (e) => {
		let t = e.getHours();
		return t == 0 ? 12 : t > 12 ? t - 12 : t;
	},
	AA: (e) => e.getHours() >= 12 ? "PM" : "AM",
	aa: (e) => e.getHours() >= 12 ? "pm" : "am",
	a: (e) => e.getHours() >= 12 ? "p" : "a",
	mm: (e) => U(e.getMinutes()),
	m: (e) => e.getMinutes(),
	ss: (e) => U(e.getSeconds()),
	s: (e) => e.getSeconds(),
	fff: (e) => Vn(e.getMilliseconds())
};
function Un(e, t) {
	t ||= Bn;
	let n = [], r = /\{([a-z]+)\}|[^{]+/gi, i;
	for (; i = r.exec(e);) n.push(i[0][0] == "{" ? Hn[i[1]] : i[0]);
	return (e) => {
		let r = "";
		for (let i = 0; i < n.length; i++) r += typeof n[i] == "string" ? n[i] : n[i](e, t);
		return r;
	};
}
var Wn = new Intl.DateTimeFormat().resolvedOptions().timeZone;
function Gn(e, t) {
	let n;
	return t == "UTC" || t == "Etc/UTC" ? n = /* @__PURE__ */ new Date(+e + e.getTimezoneOffset() * 6e4) : t == Wn ? n = e : (n = new Date(e.toLocaleString("en-US", { timeZone: t })), n.setMilliseconds(e.getMilliseconds())), n;
}
var Kn = (e) => e % 1 == 0, qn = [
	1,
	2,
	2.5,
	5
], Jn = pn(10, -32, 0, qn), Yn = pn(10, 0, 32, qn), Xn = Yn.filter(Kn), Zn = Jn.concat(Yn), Qn = "\n", $n = "{YYYY}", er = Qn + $n, tr = "{M}/{D}", nr = Qn + tr, rr = nr + "/{YY}", ir = "{aa}", ar = "{h}:{mm}" + ir, or = Qn + ar, sr = ":{ss}", W = null;
function cr(e) {
	let t = e * 1e3, n = t * 60, r = n * 60, i = r * 24, a = i * 30, o = i * 365, s = (e == 1 ? pn(10, 0, 3, qn).filter(Kn) : pn(10, -3, 0, qn)).concat([
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
			$n,
			W,
			W,
			W,
			W,
			W,
			W,
			1
		],
		[
			i * 28,
			"{MMM}",
			er,
			W,
			W,
			W,
			W,
			W,
			1
		],
		[
			i,
			tr,
			er,
			W,
			W,
			W,
			W,
			W,
			1
		],
		[
			r,
			"{h}" + ir,
			rr,
			W,
			nr,
			W,
			W,
			W,
			1
		],
		[
			n,
			ar,
			rr,
			W,
			nr,
			W,
			W,
			W,
			1
		],
		[
			t,
			sr,
			rr + " " + ar,
			W,
			nr + " " + ar,
			W,
			or,
			W,
			1
		],
		[
			e,
			sr + ".{fff}",
			rr + " " + ar,
			W,
			nr + " " + ar,
			W,
			or,
			W,
			1
		]
	];
	function l(t) {
		return (s, c, l, u, d, f) => {
			let p = [], m = d >= o, h = d >= a && d < o, g = t(l), _ = H(g * e, 3), v = vr(g.getFullYear(), m ? 0 : g.getMonth(), h || m ? 1 : g.getDate()), y = H(v * e, 3);
			if (h || m) {
				let n = h ? d / a : 0, r = m ? d / o : 0, i = _ == y ? _ : H(vr(v.getFullYear() + r, v.getMonth() + n, 1) * e, 3), s = new Date(Bt(i / e)), c = s.getFullYear(), l = s.getMonth();
				for (let a = 0; i <= u; a++) {
					let o = vr(c + r * a, l + n * a, 1), s = o - t(H(o * e, 3));
					i = H((+o + s) * e, 3), i <= u && p.push(i);
				}
			} else {
				let a = d >= i ? i : d, o = y + (zt(l) - zt(_)) + ln(_ - y, a);
				p.push(o);
				let m = t(o), h = m.getHours() + m.getMinutes() / n + m.getSeconds() / r, g = d / r, v = f / s.axes[c]._space;
				for (; o = H(o + d, e == 1 ? 0 : 3), !(o > u);) if (g > 1) {
					let e = zt(H(h + g, 6)) % 24, n = t(o).getHours() - e;
					n > 1 && (n = -1), o -= n * r, h = (h + g) % 24;
					let i = p[p.length - 1];
					H((o - i) / d, 3) * v >= .7 && p.push(o);
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
var [lr, ur, dr] = cr(1), [fr, pr, mr] = cr(.001);
pn(2, -53, 53, [1]);
function hr(e, t) {
	return e.map((e) => e.map((n, r) => r == 0 || r == 8 || n == null ? n : t(r == 1 || e[8] == 0 ? n : e[1] + n)));
}
function gr(e, t) {
	return (n, r, i, a, o) => {
		let s = t.find((e) => o >= e[0]) || t[t.length - 1], c, l, u, d, f, p;
		return r.map((t) => {
			let n = e(t), r = n.getFullYear(), i = n.getMonth(), a = n.getDate(), o = n.getHours(), m = n.getMinutes(), h = n.getSeconds(), g = r != c && s[2] || i != l && s[3] || a != u && s[4] || o != d && s[5] || m != f && s[6] || h != p && s[7] || s[1];
			return c = r, l = i, u = a, d = o, f = m, p = h, g(n);
		});
	};
}
function _r(e, t) {
	let n = Un(t);
	return (t, r, i, a, o) => r.map((t) => n(e(t)));
}
function vr(e, t, n) {
	return new Date(e, t, n);
}
function yr(e, t) {
	return t(e);
}
var br = "{YYYY}-{MM}-{DD} {h}:{mm}{aa}";
function xr(e, t) {
	return (n, r, i, a) => a == null ? $e : t(e(r));
}
function Sr(e, t) {
	let n = e.series[t];
	return n.width ? n.stroke(e, t) : n.points.width ? n.points.stroke(e, t) : null;
}
function Cr(e, t) {
	return e.series[t].fill(e, t);
}
var wr = {
	show: !0,
	live: !0,
	isolate: !1,
	mount: $t,
	markers: {
		show: !0,
		width: 2,
		stroke: Sr,
		fill: Cr,
		dash: "solid"
	},
	idx: null,
	idxs: null,
	values: []
};
function Tr(e, t) {
	let n = e.cursor.points, r = lt(), i = n.size(e, t);
	I(r, Fe, i), I(r, Ie, i);
	let a = i / -2;
	I(r, "marginLeft", a), I(r, "marginTop", a);
	let o = n.width(e, t, i);
	return o && I(r, "borderWidth", o), r;
}
function Er(e, t) {
	let n = e.series[t].points;
	return n._fill || n._stroke;
}
function Dr(e, t) {
	let n = e.series[t].points;
	return n._stroke || n._fill;
}
function Or(e, t) {
	return e.series[t].points.size;
}
var kr = [0, 0];
function Ar(e, t, n) {
	return kr[0] = t, kr[1] = n, kr;
}
function jr(e, t, n, r = !0) {
	return (e) => {
		e.button != 0 || r && e.target != t || n(e);
	};
}
function Mr(e, t, n, r = !0) {
	return (e) => {
		r && e.target != t || n(e);
	};
}
var Nr = {
	show: !0,
	x: !0,
	y: !0,
	lock: !1,
	move: Ar,
	points: {
		one: !1,
		show: Tr,
		size: Or,
		width: 0,
		stroke: Dr,
		fill: Er
	},
	bind: {
		mousedown: jr,
		mouseup: jr,
		click: jr,
		dblclick: jr,
		mousemove: Mr,
		mouseleave: Mr,
		mouseenter: Mr
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
}, Pr = {
	show: !0,
	stroke: "rgba(0,0,0,0.07)",
	width: 2
}, Fr = En({}, Pr, { filter: tn }), Ir = En({}, Fr, { size: 10 }), Lr = En({}, Pr, { show: !1 }), Rr = "12px system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, \"Noto Sans\", sans-serif, \"Apple Color Emoji\", \"Segoe UI Emoji\", \"Segoe UI Symbol\", \"Noto Color Emoji\"", zr = "bold " + Rr, Br = 1.5, Vr = {
	show: !0,
	scale: "x",
	stroke: Ve,
	space: 50,
	gap: 5,
	alignTo: 1,
	size: 50,
	labelGap: 0,
	labelSize: 30,
	labelFont: zr,
	side: 2,
	grid: Fr,
	ticks: Ir,
	border: Lr,
	font: Rr,
	lineGap: Br,
	rotate: 0
}, Hr = "Value", Ur = "Time", Wr = {
	show: !0,
	scale: "x",
	auto: !1,
	sorted: 1,
	min: B,
	max: -Infinity,
	idxs: []
};
function Gr(e, t, n, r, i) {
	return t.map((e) => e == null ? "" : Ft(e));
}
function Kr(e, t, n, r, i, a, o) {
	let s = [], c = dn.get(i) || 0;
	n = o ? n : H(ln(n, i), c);
	for (let e = n; e <= r; e = H(e + i, c)) s.push(Object.is(e, -0) ? 0 : e);
	return s;
}
function qr(e, t, n, r, i, a, o) {
	let s = [], c = e.scales[e.axes[t].scale].log;
	i = Wt(c, zt((c == 10 ? Kt : qt)(n))), c == 10 && (i = Zn[vt(i, Zn)]);
	let l = n, u = i * c;
	c == 10 && (u = Zn[vt(u, Zn)]);
	do
		s.push(l), l += i, c == 10 && !dn.has(l) && (l = H(l, dn.get(i))), l >= u && (i = l, u = i * c, c == 10 && (u = Zn[vt(u, Zn)]));
	while (l <= r);
	return s;
}
function Jr(e, t, n, r, i, a, o) {
	let s = e.scales[e.axes[t].scale].asinh, c = r > s ? qr(e, t, Ut(s, n), r, i) : [s], l = r >= 0 && n <= 0 ? [0] : [];
	return (n < -s ? qr(e, t, Ut(s, -r), -n, i) : [s]).reverse().map((e) => -e).concat(l, c);
}
var Yr = /./, Xr = /[12357]/, Zr = /[125]/, Qr = /1/, $r = (e, t, n, r) => e.map((e, i) => t == 4 && e == 0 || i % r == 0 && n.test(e.toExponential()[+(e < 0)]) ? e : null);
function ei(e, t, n, r, i) {
	let a = e.axes[n], o = a.scale, s = e.scales[o], c = e.valToPos, l = a._space, u = c(10, o), d = c(9, o) - u >= l ? Yr : c(7, o) - u >= l ? Xr : c(5, o) - u >= l ? Zr : Qr;
	if (d == Qr) {
		let e = Rt(c(1, o) - u);
		if (e < l) return $r(t.slice().reverse(), s.distr, d, Vt(l / e)).reverse();
	}
	return $r(t, s.distr, d, 1);
}
function ti(e, t, n, r, i) {
	let a = e.axes[n], o = a.scale, s = a._space, c = e.valToPos, l = Rt(c(1, o) - c(2, o));
	return l < s ? $r(t.slice().reverse(), 3, Yr, Vt(s / l)).reverse() : t;
}
function ni(e, t, n, r) {
	return r == null ? $e : t == null ? "" : Ft(t);
}
var ri = {
	show: !0,
	scale: "y",
	stroke: Ve,
	space: 30,
	gap: 5,
	alignTo: 1,
	size: 50,
	labelGap: 0,
	labelSize: 30,
	labelFont: zr,
	side: 3,
	grid: Fr,
	ticks: Ir,
	border: Lr,
	font: Rr,
	lineGap: Br,
	rotate: 0
};
function ii(e, t) {
	return H((3 + (e || 1) * 2) * t, 3);
}
function ai(e, t) {
	let { scale: n, idxs: r } = e.series[0], i = e._data[0], a = e.valToPos(i[r[0]], n, !0), o = Rt(e.valToPos(i[r[1]], n, !0) - a) / (e.series[t].points.space * F);
	return r[1] - r[0] <= o;
}
var oi = {
	scale: null,
	auto: !0,
	sorted: 0,
	min: B,
	max: -Infinity
}, si = (e, t, n, r, i) => i, ci = {
	show: !0,
	auto: !0,
	sorted: 0,
	gaps: si,
	alpha: 1,
	facets: [En({}, oi, { scale: "x" }), En({}, oi, { scale: "y" })]
}, li = {
	scale: "y",
	auto: !0,
	sorted: 0,
	show: !0,
	spanGaps: !1,
	gaps: si,
	alpha: 1,
	points: {
		show: ai,
		filter: null
	},
	values: null,
	min: B,
	max: -Infinity,
	idxs: [],
	path: null,
	clip: null
};
function ui(e, t, n, r, i) {
	return n / 10;
}
var di = {
	time: me,
	auto: !0,
	distr: 1,
	log: 10,
	asinh: 1,
	min: null,
	max: null,
	dir: 1,
	ori: 0
}, fi = En({}, di, {
	time: !1,
	ori: 1
}), pi = {};
function mi(e, t) {
	let n = pi[e];
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
	}, e != null && (pi[e] = n)), n;
}
var hi = 1, gi = 2;
function _i(e, t, n) {
	let r = e.mode, i = e.series[t], a = r == 2 ? e._data[t] : e._data, o = e.scales, s = e.bbox, c = a[0], l = r == 2 ? a[1] : a[t], u = r == 2 ? o[i.facets[0].scale] : o[e.series[0].scale], d = r == 2 ? o[i.facets[1].scale] : o[i.scale], f = s.left, p = s.top, m = s.width, h = s.height, g = e.valToPosH, _ = e.valToPosV;
	return u.ori == 0 ? n(i, c, l, u, d, g, _, f, p, m, h, G, Ei, J, X, Oi) : n(i, c, l, u, d, _, g, p, f, h, m, K, q, Y, Di, ki);
}
function vi(e, t) {
	let n = 0, r = 0, i = z(e.bands, hn);
	for (let e = 0; e < i.length; e++) {
		let a = i[e];
		a.series[0] == t ? n = a.dir : a.series[1] == t && (a.dir == 1 ? r |= 1 : r |= 2);
	}
	return [n, r == 1 ? -1 : r == 2 ? 1 : r == 3 ? 2 : 0];
}
function yi(e, t, n, r, i) {
	let a = e.mode, o = e.series[t], s = a == 2 ? o.facets[1].scale : o.scale, c = e.scales[s];
	return i == -1 ? c.min : i == 1 ? c.max : c.distr == 3 ? c.dir == 1 ? c.min : c.max : 0;
}
function bi(e, t, n, r, i, a) {
	return _i(e, t, (e, t, o, s, c, l, u, d, f, p, m) => {
		let h = e.pxRound, g = s.dir * (s.ori == 0 ? 1 : -1), _ = s.ori == 0 ? Ei : q, v, y;
		g == 1 ? (v = n, y = r) : (v = r, y = n);
		let b = h(l(t[v], s, p, d)), x = h(u(o[v], c, m, f)), S = h(l(t[y], s, p, d)), C = h(u(a == 1 ? c.max : c.min, c, m, f)), w = new Path2D(i);
		return _(w, S, C), _(w, b, C), _(w, b, x), w;
	});
}
function xi(e, t, n, r, i, a) {
	let o = null;
	if (e.length > 0) {
		o = new Path2D();
		let s = t == 0 ? J : Y, c = n;
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
function Si(e, t, n) {
	let r = e[e.length - 1];
	r && r[0] == t ? r[1] = n : e.push([t, n]);
}
function Ci(e, t, n, r, i, a, o) {
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
function wi(e) {
	return e == 0 ? en : e == 1 ? Bt : (t) => cn(t, e);
}
function Ti(e) {
	let t = e == 0 ? G : K, n = e == 0 ? (e, t, n, r, i, a) => {
		e.arcTo(t, n, r, i, a);
	} : (e, t, n, r, i, a) => {
		e.arcTo(n, t, i, r, a);
	}, r = e == 0 ? (e, t, n, r, i) => {
		e.rect(t, n, r, i);
	} : (e, t, n, r, i) => {
		e.rect(n, t, i, r);
	};
	return (e, i, a, o, s, c = 0, l = 0) => {
		c == 0 && l == 0 ? r(e, i, a, o, s) : (c = Ht(c, o / 2, s / 2), l = Ht(l, o / 2, s / 2), t(e, i + c, a), n(e, i + o, a, i + o, a + s, c), n(e, i + o, a + s, i, a + s, l), n(e, i, a + s, i, a, l), n(e, i, a, i + o, a, c), e.closePath());
	};
}
var G = (e, t, n) => {
	e.moveTo(t, n);
}, K = (e, t, n) => {
	e.moveTo(n, t);
}, Ei = (e, t, n) => {
	e.lineTo(t, n);
}, q = (e, t, n) => {
	e.lineTo(n, t);
}, J = Ti(0), Y = Ti(1), X = (e, t, n, r, i, a) => {
	e.arc(t, n, r, i, a);
}, Di = (e, t, n, r, i, a) => {
	e.arc(n, t, r, i, a);
}, Oi = (e, t, n, r, i, a, o) => {
	e.bezierCurveTo(t, n, r, i, a, o);
}, ki = (e, t, n, r, i, a, o) => {
	e.bezierCurveTo(n, t, i, r, o, a);
};
function Ai(e) {
	return (e, t, n, r, i) => _i(e, t, (t, a, o, s, c, l, u, d, f, p, m) => {
		let { pxRound: h, points: g } = t, _, v;
		s.ori == 0 ? (_ = G, v = X) : (_ = K, v = Di);
		let y = H(g.width * F, 3), b = (g.size - g.width) / 2 * F, x = H(b * 2, 3), S = new Path2D(), C = new Path2D(), { left: w, top: T, width: E, height: D } = e.bbox;
		J(C, w - x, T - x, E + x * 2, D + x * 2);
		let O = (e) => {
			if (o[e] != null) {
				let t = h(l(a[e], s, p, d)), n = h(u(o[e], c, m, f));
				_(S, t + b, n), v(S, t, n, b, 0, Lt * 2);
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
function ji(e) {
	return (t, n, r, i, a, o) => {
		r != i && (a != r && o != r && e(t, n, r), a != i && o != i && e(t, n, i), e(t, n, o));
	};
}
var Mi = ji(Ei), Ni = ji(q);
function Pi(e) {
	let t = z(e?.alignGaps, 0);
	return (e, n, r, i) => _i(e, n, (a, o, s, c, l, u, d, f, p, m, h) => {
		[r, i] = St(s, r, i);
		let g = a.pxRound, _ = (e) => g(u(e, c, m, f)), v = (e) => g(d(e, l, h, p)), y, b;
		c.ori == 0 ? (y = Ei, b = Mi) : (y = q, b = Ni);
		let x = c.dir * (c.ori == 0 ? 1 : -1), S = {
			stroke: new Path2D(),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: hi
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
		let [T, E] = vi(e, n);
		if (a.fill != null || T != 0) {
			let t = S.fill = new Path2D(C), s = v(a.fillTo(e, n, a.min, a.max, T)), c = _(o[r]), l = _(o[i]);
			x == -1 && ([l, c] = [c, l]), y(t, l, s), y(t, c, s);
		}
		if (!a.spanGaps) {
			let l = [];
			w && l.push(...Ci(o, s, r, i, x, _, t)), S.gaps = l = a.gaps(e, n, r, i, l), S.clip = xi(l, c.ori, f, p, m, h);
		}
		return E != 0 && (S.band = E == 2 ? [bi(e, n, r, i, C, -1), bi(e, n, r, i, C, 1)] : bi(e, n, r, i, C, E)), S;
	});
}
function Fi(e) {
	let t = z(e.align, 1), n = z(e.ascDesc, !1), r = z(e.alignGaps, 0), i = z(e.extend, !1);
	return (e, a, o, s) => _i(e, a, (c, l, u, d, f, p, m, h, g, _, v) => {
		[o, s] = St(u, o, s);
		let y = c.pxRound, { left: b, width: x } = e.bbox, S = (e) => y(p(e, d, _, h)), C = (e) => y(m(e, f, v, g)), w = d.ori == 0 ? Ei : q, T = {
			stroke: new Path2D(),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: hi
		}, E = T.stroke, D = d.dir * (d.ori == 0 ? 1 : -1), O = C(u[D == 1 ? o : s]), ee = S(l[D == 1 ? o : s]), te = ee, k = ee;
		i && t == -1 && (k = b, w(E, k, O)), w(E, ee, O);
		for (let e = D == 1 ? o : s; e >= o && e <= s; e += D) {
			let n = u[e];
			if (n == null) continue;
			let r = S(l[e]), i = C(n);
			t == 1 ? w(E, r, O) : w(E, te, i), w(E, r, i), O = i, te = r;
		}
		let ne = te;
		i && t == 1 && (ne = b + x, w(E, ne, O));
		let [re, ie] = vi(e, a);
		if (c.fill != null || re != 0) {
			let t = T.fill = new Path2D(E), n = C(c.fillTo(e, a, c.min, c.max, re));
			w(t, ne, n), w(t, k, n);
		}
		if (!c.spanGaps) {
			let i = [];
			i.push(...Ci(l, u, o, s, D, S, r));
			let f = c.width * F / 2, p = n || t == 1 ? f : -f, m = n || t == -1 ? -f : f;
			i.forEach((e) => {
				e[0] += p, e[1] += m;
			}), T.gaps = i = c.gaps(e, a, o, s, i), T.clip = xi(i, d.ori, h, g, _, v);
		}
		return ie != 0 && (T.band = ie == 2 ? [bi(e, a, o, s, E, -1), bi(e, a, o, s, E, 1)] : bi(e, a, o, s, E, ie)), T;
	});
}
function Ii(e, t, n, r, i, a, o = B) {
	if (e.length > 1) {
		let s = null;
		for (let c = 0, l = Infinity; c < e.length; c++) if (t[c] !== void 0) {
			if (s != null) {
				let t = Rt(e[c] - e[s]);
				t < l && (l = t, o = Rt(n(e[c], r, i, a) - n(e[s], r, i, a)));
			}
			s = c;
		}
	}
	return o;
}
function Li(e) {
	e ||= mn;
	let t = z(e.size, [
		.6,
		B,
		1
	]), n = e.align || 0, r = e.gap || 0, i = e.radius;
	i = i == null ? [0, 0] : typeof i == "number" ? [i, 0] : i;
	let a = V(i), o = 1 - t[0], s = z(t[1], B), c = z(t[2], 1), l = z(e.disp, mn), u = z(e.each, (e) => {}), { fill: d, stroke: f } = l;
	return (e, t, i, p) => _i(e, t, (m, h, g, _, v, y, b, x, S, C, w) => {
		let T = m.pxRound, E = n, D = r * F, O = s * F, ee = c * F, te, k;
		_.ori == 0 ? [te, k] = a(e, t) : [k, te] = a(e, t);
		let ne = _.dir * (_.ori == 0 ? 1 : -1), re = _.ori == 0 ? J : Y, ie = _.ori == 0 ? u : (e, t, n, r, i, a, o) => {
			u(e, t, n, i, r, o, a);
		}, ae = z(e.bands, hn).find((e) => e.series[0] == t), oe = ae == null ? 0 : ae.dir, se = m.fillTo(e, t, m.min, m.max, oe), A = T(b(se, v, w, S)), j, M, ce, N = C, P = T(m.width * F), le = !1, ue = null, de = null, fe = null, pe = null;
		d != null && (P == 0 || f != null) && (le = !0, ue = d.values(e, t, i, p), de = /* @__PURE__ */ new Map(), new Set(ue).forEach((e) => {
			e != null && de.set(e, new Path2D());
		}), P > 0 && (fe = f.values(e, t, i, p), pe = /* @__PURE__ */ new Map(), new Set(fe).forEach((e) => {
			e != null && pe.set(e, new Path2D());
		})));
		let { x0: me, size: he } = l;
		if (me != null && he != null) {
			E = 1, h = me.values(e, t, i, p), me.unit == 2 && (h = h.map((t) => e.posToVal(x + t * C, _.key, !0)));
			let n = he.values(e, t, i, p);
			M = he.unit == 2 ? n[0] * C : y(n[0], _, C, x) - y(0, _, C, x), N = Ii(h, g, y, _, C, x, N), ce = N - M + D;
		} else N = Ii(h, g, y, _, C, x, N), ce = N * o + D, M = N - ce;
		ce < 1 && (ce = 0), P >= M / 2 && (P = 0), ce < 5 && (T = en);
		let ge = ce > 0, _e = N - ce - (ge ? P : 0);
		M = T(Zt(_e, ee, O)), j = (E == 0 ? M / 2 : E == ne ? 0 : M) - E * ne * ((E == 0 ? D / 2 : 0) + (ge ? P / 2 : 0));
		let ve = {
			stroke: null,
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: 0
		}, ye = le ? null : new Path2D(), be = null;
		if (ae != null) be = e.data[ae.series[1]];
		else {
			let { y0: n, y1: r } = l;
			n != null && r != null && (g = r.values(e, t, i, p), be = n.values(e, t, i, p));
		}
		let xe = te * M, Se = k * M;
		for (let n = ne == 1 ? i : p; n >= i && n <= p; n += ne) {
			let r = g[n];
			if (r == null) continue;
			if (be != null) {
				let e = be[n] ?? 0;
				if (r - e == 0) continue;
				A = b(e, v, w, S);
			}
			let i = y(_.distr != 2 || l != null ? h[n] : n, _, C, x), a = b(z(r, se), v, w, S), o = T(i - j), s = T(Ut(a, A)), c = T(Ht(a, A)), u = s - c;
			if (r != null) {
				let i = r < 0 ? Se : xe, a = r < 0 ? xe : Se;
				le ? (P > 0 && fe[n] != null && re(pe.get(fe[n]), o, c + zt(P / 2), M, Ut(0, u - P), i, a), ue[n] != null && re(de.get(ue[n]), o, c + zt(P / 2), M, Ut(0, u - P), i, a)) : re(ye, o, c + zt(P / 2), M, Ut(0, u - P), i, a), ie(e, t, n, o - P / 2, c, M + P, u);
			}
		}
		return P > 0 ? ve.stroke = le ? pe : ye : le || (ve._fill = m.width == 0 ? m._fill : m._stroke ?? m._fill, ve.width = 0), ve.fill = le ? de : ye, ve;
	});
}
function Ri(e, t) {
	let n = z(t?.alignGaps, 0);
	return (t, r, i, a) => _i(t, r, (o, s, c, l, u, d, f, p, m, h, g) => {
		[i, a] = St(c, i, a);
		let _ = o.pxRound, v = (e) => _(d(e, l, h, p)), y = (e) => _(f(e, u, g, m)), b, x, S;
		l.ori == 0 ? (b = G, S = Ei, x = Oi) : (b = K, S = q, x = ki);
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
			flags: hi
		}, ee = O.stroke, [te, k] = vi(t, r);
		if (o.fill != null || te != 0) {
			let e = O.fill = new Path2D(ee), n = y(o.fillTo(t, r, o.min, o.max, te));
			S(e, T, n), S(e, w, n);
		}
		if (!o.spanGaps) {
			let e = [];
			e.push(...Ci(s, c, i, a, C, v, n)), O.gaps = e = o.gaps(t, r, i, a, e), O.clip = xi(e, l.ori, p, m, h, g);
		}
		return k != 0 && (O.band = k == 2 ? [bi(t, r, i, a, ee, -1), bi(t, r, i, a, ee, 1)] : bi(t, r, i, a, ee, k)), O;
	});
}
function zi(e) {
	return Ri(Bi, e);
}
function Bi(e, t, n, r, i, a) {
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
var Vi = /* @__PURE__ */ new Set();
function Hi() {
	for (let e of Vi) e.syncRect(!0);
}
et && (gt(Ye, nt, Hi), gt(Xe, nt, Hi, !0), gt(Qe, nt, () => {
	ia.pxRatio = F;
}));
var Ui = Pi(), Wi = Ai();
function Gi(e, t, n, r) {
	return (r ? [e[0], e[1]].concat(e.slice(2)) : [e[0]].concat(e.slice(1))).map((e, r) => qi(e, r, t, n));
}
function Ki(e, t) {
	return e.map((e, n) => n == 0 ? {} : En({}, t, e));
}
function qi(e, t, n, r) {
	return En({}, t == 0 ? n : r, e);
}
function Ji(e, t, n) {
	return t == null ? gn : [t, n];
}
var Yi = Ji;
function Xi(e, t, n) {
	return t == null ? gn : jt(t, n, Dt, !0);
}
function Zi(e, t, n, r) {
	return t == null ? gn : Tt(t, n, e.scales[r].log, !1);
}
var Qi = Zi;
function $i(e, t, n, r) {
	return t == null ? gn : Et(t, n, e.scales[r].log, !1);
}
var ea = $i;
function ta(e, t, n, r, i) {
	let a = Ut(Xt(e), Xt(t)), o = t - e, s = vt(i / r * o, n);
	do {
		let e = n[s], t = r * e / o;
		if (t >= i && a + (e < 5 ? dn.get(e) : 0) <= 17) return [e, t];
	} while (++s < n.length);
	return [0, 0];
}
function na(e) {
	let t, n;
	return e = e.replace(/(\d+)px/, (e, r) => (t = Bt((n = +r) * F)) + "px"), [
		e,
		t,
		n
	];
}
function ra(e) {
	e.show && [e.font, e.labelFont].forEach((e) => {
		let t = H(e[2] * F, 1);
		e[0] = e[0].replace(/[0-9.]+px/, t + "px"), e[1] = t;
	});
}
function ia(e, t, n) {
	let r = { mode: z(e.mode, 1) }, i = r.mode;
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
	let l = r.root = lt(he);
	if (e.id != null && (l.id = e.id), ot(l, e.class), e.title) {
		let t = lt(ve, l);
		t.textContent = e.title;
	}
	let u = ct("canvas"), d = r.ctx = u.getContext("2d"), f = lt(ye, l);
	gt("click", f, (e) => {
		e.target === m && (G != xi || K != Si) && q.click(r, e);
	}, !0);
	let p = r.under = lt(be, f);
	f.appendChild(u);
	let m = r.over = lt(xe, f);
	e = Tn(e);
	let h = +z(e.pxAlign, 1), g = wi(h);
	(e.plugins || []).forEach((t) => {
		t.opts && (e = t.opts(r, e) || e);
	});
	let _ = e.ms || .001, v = r.series = i == 1 ? Gi(e.series || [], Wr, li, !1) : Ki(e.series || [null], ci), y = r.axes = Gi(e.axes || [], Vr, ri, !0), b = r.scales = {}, x = r.bands = e.bands || [];
	x.forEach((e) => {
		e.fill = V(e.fill || null), e.dir = z(e.dir, -1);
	});
	let S = i == 2 ? v[1].facets[0].scale : v[0].scale, C = {
		axes: Lr,
		series: Tr
	}, w = (e.drawOrder || ["axes", "series"]).map((e) => C[e]);
	function T(e) {
		let t = e.distr == 3 ? (t) => Kt(t > 0 ? t : e.clamp(r, t, e.min, e.max, e.key)) : e.distr == 4 ? (t) => Yt(t, e.asinh) : e.distr == 100 ? (t) => e.fwd(t) : (e) => e;
		return (n) => {
			let r = t(n), { _min: i, _max: a } = e, o = a - i;
			return (r - i) / o;
		};
	}
	function E(t) {
		let n = b[t];
		if (n == null) {
			let r = (e.scales || mn)[t] || mn;
			if (r.from != null) {
				E(r.from);
				let e = En({}, b[r.from], r, { key: t });
				e.valToPct = T(e), b[t] = e;
			} else {
				n = b[t] = En({}, t == S ? di : fi, r), n.key = t;
				let e = n.time, a = n.range, o = _n(a);
				if ((t != S || i == 2 && !e) && (o && (a[0] == null || a[1] == null) && (a = {
					min: a[0] == null ? Ot : {
						mode: 1,
						hard: a[0],
						soft: a[0]
					},
					max: a[1] == null ? Ot : {
						mode: 1,
						hard: a[1],
						soft: a[1]
					}
				}, o = !1), !o && xn(a))) {
					let e = a;
					a = (t, n, r) => n == null ? gn : jt(n, r, e);
				}
				n.range = V(a || (e ? Yi : t == S ? n.distr == 3 ? Qi : n.distr == 4 ? ea : Ji : n.distr == 3 ? Zi : n.distr == 4 ? $i : Xi)), n.auto = V(!o && n.auto), n.clamp = V(n.clamp || ui), n._min = n._max = null, n.valToPct = T(n);
			}
		}
	}
	E("x"), E("y"), i == 1 && v.forEach((e) => {
		E(e.scale);
	}), y.forEach((e) => {
		E(e.scale);
	});
	for (let t in e.scales) E(t);
	let D = b[S], O = D.distr, ee, te;
	D.ori == 0 ? (ot(l, ge), ee = a, te = o) : (ot(l, _e), ee = o, te = a);
	let k = {};
	for (let e in b) {
		let t = b[e];
		(t.min != null || t.max != null) && (k[e] = {
			min: t.min,
			max: t.max
		}, t.min = t.max = null);
	}
	let ne = e.tzDate || ((e) => new Date(Bt(e / _))), re = e.fmtDate || Un, ie = _ == 1 ? dr(ne) : mr(ne), ae = gr(ne, hr(_ == 1 ? ur : pr, re)), oe = xr(ne, yr(br, re)), se = [], A = r.legend = En({}, wr, e.legend), j = r.cursor = En({}, Nr, { drag: { y: i == 2 } }, e.cursor), M = A.show, ce = j.show, N = A.markers;
	A.idxs = se, N.width = V(N.width), N.dash = V(N.dash), N.stroke = V(N.stroke), N.fill = V(N.fill);
	let P, le, ue, de = [], fe = [], pe, me = !1, Ve = {};
	if (A.live) {
		let e = v[1] ? v[1].values : null;
		me = e != null, pe = me ? e(r, 1, 0) : { _: 0 };
		for (let e in pe) Ve[e] = $e;
	}
	if (M) {
		if (P = ct("table", Oe, l), ue = ct("tbody", null, P), A.mount(r, P), me) {
			le = ct("thead", null, P, ue);
			let e = ct("tr", null, le);
			for (var Ye in ct("th", null, e), pe) ct("th", Ne, e).textContent = Ye;
		} else ot(P, Ae), A.live && ot(P, ke);
	}
	let Xe = { show: !0 }, Ze = { show: !1 };
	function et(e, t) {
		if (t == 0 && (me || !A.live || i == 2)) return gn;
		let n = [], a = ct("tr", je, ue, ue.childNodes[t]);
		ot(a, e.class), e.show || ot(a, Ce);
		let o = ct("th", null, a);
		if (N.show) {
			let e = lt(Me, o);
			if (t > 0) {
				let n = N.width(r, t);
				n && (e.style.border = n + "px " + N.dash(r, t) + " " + N.stroke(r, t)), e.style.background = N.fill(r, t);
			}
		}
		let s = lt(Ne, o);
		for (var c in e.label instanceof HTMLElement ? s.appendChild(e.label) : s.textContent = e.label, t > 0 && (N.show || (s.style.color = e.width > 0 ? N.stroke(r, t) : N.fill(r, t)), it("click", o, (t) => {
			if (j._lock) return;
			pn(t);
			let n = v.indexOf(e);
			if ((t.ctrlKey || t.metaKey) != A.isolate) {
				let e = v.some((e, t) => t > 0 && t != n && e.show);
				v.forEach((t, r) => {
					r > 0 && ji(r, e ? r == n ? Xe : Ze : Xe, !0, Q.setSeries);
				});
			} else ji(n, { show: !e.show }, !0, Q.setSeries);
		}, !1), wn && it(Ke, o, (t) => {
			j._lock || (pn(t), ji(v.indexOf(e), zi, !0, Q.setSeries));
		}, !1)), pe) {
			let e = ct("td", Pe, a);
			e.textContent = "--", n.push(e);
		}
		return [a, n];
	}
	let rt = /* @__PURE__ */ new Map();
	function it(e, t, n, i = !0) {
		let a = rt.get(t) || {}, o = j.bind[e](r, t, n, i);
		o && (gt(e, t, a[e] = o), rt.set(t, a));
	}
	function at(e, t, n) {
		let r = rt.get(t) || {};
		for (let n in r) (e == null || n == e) && (_t(n, t, r[n]), delete r[n]);
		e ?? rt.delete(t);
	}
	let ut = 0, ft = 0, L = 0, R = 0, ht = 0, yt = 0, bt = ht, xt = yt, St = L, Ct = R, kt = 0, At = 0, Nt = 0, Pt = 0;
	r.bbox = {};
	let Ft = !1, It = !1, zt = !1, Gt = !1, qt = !1, Xt = !1;
	function $t(e, t, n) {
		(n || e != r.width || t != r.height) && en(e, t), Rr(!1), zt = !0, It = !0, Zr();
	}
	function en(e, t) {
		r.width = ut = L = e, r.height = ft = R = t, ht = yt = 0, ln(), un();
		let n = r.bbox;
		kt = n.left = cn(ht * F, .5), At = n.top = cn(yt * F, .5), Nt = n.width = cn(L * F, .5), Pt = n.height = cn(R * F, .5);
	}
	function on() {
		let e = !1, t = 0;
		for (; !e;) {
			t++;
			let n = Fr(t), i = Ir(t);
			e = t == 3 || n && i, e || (en(r.width, r.height), It = !0);
		}
	}
	function sn({ width: e, height: t }) {
		$t(e, t);
	}
	r.setSize = sn;
	function ln() {
		let e = !1, t = !1, n = !1, r = !1;
		y.forEach((i, a) => {
			if (i.show && i._show) {
				let { side: a, _size: o } = i, s = a % 2, c = o + (i.label == null ? 0 : i.labelSize);
				c > 0 && (s ? (L -= c, a == 3 ? (ht += c, r = !0) : n = !0) : (R -= c, a == 0 ? (yt += c, e = !0) : t = !0));
			}
		}), In[0] = e, In[1] = n, In[2] = t, In[3] = r, L -= Bn[1] + Bn[3], ht += Bn[3], R -= Bn[2] + Bn[0], yt += Bn[0];
	}
	function un() {
		let e = ht + L, t = yt + R, n = ht, r = yt;
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
	if (j.dataIdx == null) {
		let e = j.hover, n = e.skip = new Set(e.skip ?? []);
		n.add(void 0);
		let r = e.prox = V(e.prox), i = e.bias ??= 0;
		j.dataIdx = (e, a, o, s) => {
			if (a == 0) return o;
			let c = o, l = r(e, a, o, s) ?? B, u = l >= 0 && l < B, d = D.ori == 0 ? L : R, f = j.left, p = t[0], m = t[a];
			if (n.has(m[o])) {
				c = null;
				let e = null, t = null, r;
				if (i == 0 || i == -1) for (r = o; e == null && r-- > 0;) n.has(m[r]) || (e = r);
				if (i == 0 || i == 1) for (r = o; t == null && r++ < m.length;) n.has(m[r]) || (t = r);
				if (e != null || t != null) {
					if (u) {
						let n = e == null ? -Infinity : ee(p[e], D, d, 0), r = t == null ? Infinity : ee(p[t], D, d, 0), i = f - n, a = r - f;
						i <= a ? i <= l && (c = e) : a <= l && (c = t);
					} else c = t == null ? e : e == null ? t : o - e <= t - o ? e : t;
				}
			} else u && Rt(f - ee(p[o], D, d, 0)) > l && (c = null);
			return c;
		};
	}
	let pn = (e) => {
		j.event = e;
	};
	j.idxs = se, j._lock = !1;
	let vn = j.points;
	vn.show = V(vn.show), vn.size = V(vn.size), vn.stroke = V(vn.stroke), vn.width = V(vn.width), vn.fill = V(vn.fill);
	let Cn = r.focus = En({}, e.focus || { alpha: .3 }, j.focus), wn = Cn.prox >= 0, Dn = wn && vn.one, On = [], kn = [], An = [];
	function jn(e, t) {
		let n = vn.show(r, t);
		if (n instanceof HTMLElement) return ot(n, De), ot(n, e.class), dt(n, -10, -10, L, R), m.insertBefore(n, On[t]), n;
	}
	function Nn(e, t) {
		if (i == 1 || t > 0) {
			let t = i == 1 && b[e.scale].time, n = e.value;
			e.value = t ? bn(n) ? xr(ne, yr(n, re)) : n || oe : n || ni, e.label = e.label || (t ? Ur : Hr);
		}
		if (Dn || t > 0) {
			e.width = e.width == null ? 1 : e.width, e.paths = e.paths || Ui || nn, e.fillTo = V(e.fillTo || yi), e.pxAlign = +z(e.pxAlign, h), e.pxRound = wi(e.pxAlign), e.stroke = V(e.stroke || null), e.fill = V(e.fill || null), e._stroke = e._fill = e._paths = e._focus = null;
			let t = ii(Ut(1, e.width), 1), n = e.points = En({}, {
				size: t,
				width: Ut(1, t * .2),
				stroke: e.stroke,
				space: t * 2,
				paths: Wi,
				_stroke: null,
				_fill: null
			}, e.points);
			n.show = V(n.show), n.filter = V(n.filter), n.fill = V(n.fill), n.stroke = V(n.stroke), n.paths = V(n.paths), n.pxAlign = e.pxAlign;
		}
		if (M) {
			let n = et(e, t);
			de.splice(t, 0, n[0]), fe.splice(t, 0, n[1]), A.values.push(null);
		}
		if (ce) {
			se.splice(t, 0, null);
			let n = null;
			Dn ? t == 0 && (n = jn(e, t)) : t > 0 && (n = jn(e, t)), On.splice(t, 0, n), kn.splice(t, 0, 0), An.splice(t, 0, 0);
		}
		Z("addSeries", t);
	}
	function Pn(e, t) {
		t ??= v.length, e = i == 1 ? qi(e, t, Wr, li) : qi(e, t, {}, ci), v.splice(t, 0, e), Nn(v[t], t);
	}
	r.addSeries = Pn;
	function Fn(e) {
		if (v.splice(e, 1), M) {
			A.values.splice(e, 1), fe.splice(e, 1);
			let t = de.splice(e, 1)[0];
			at(null, t.firstChild), t.remove();
		}
		ce && (se.splice(e, 1), On.splice(e, 1)[0].remove(), kn.splice(e, 1), An.splice(e, 1)), Z("delSeries", e);
	}
	r.delSeries = Fn;
	let In = [
		!1,
		!1,
		!1,
		!1
	];
	function Ln(e, t) {
		if (e._show = e.show, e.show) {
			let n = e.side % 2, i = b[e.scale];
			i ??= (e.scale = n ? v[1].scale : S, b[e.scale]);
			let a = i.time;
			e.size = V(e.size), e.space = V(e.space), e.rotate = V(e.rotate), _n(e.incrs) && e.incrs.forEach((e) => {
				!dn.has(e) && dn.set(e, fn(e));
			}), e.incrs = V(e.incrs || (i.distr == 2 ? Xn : a ? _ == 1 ? lr : fr : Zn)), e.splits = V(e.splits || (a && i.distr == 1 ? ie : i.distr == 3 ? qr : i.distr == 4 ? Jr : Kr)), e.stroke = V(e.stroke), e.grid.stroke = V(e.grid.stroke), e.ticks.stroke = V(e.ticks.stroke), e.border.stroke = V(e.border.stroke);
			let o = e.values;
			e.values = _n(o) && !_n(o[0]) ? V(o) : a ? _n(o) ? gr(ne, hr(o, re)) : bn(o) ? _r(ne, o) : o || ae : o || Gr, e.filter = V(e.filter || (i.distr >= 3 && i.log == 10 ? ei : i.distr == 3 && i.log == 2 ? ti : tn)), e.font = na(e.font), e.labelFont = na(e.labelFont), e._size = e.size(r, null, t, 0), e._space = e._rotate = e._incrs = e._found = e._splits = e._values = null, e._size > 0 && (In[t] = !0, e._el = lt(Se, f));
		}
	}
	function Rn(e, t, n, r) {
		let [i, a, o, s] = n, c = t % 2, l = 0;
		return c == 0 && (s || a) && (l = t == 0 && !i || t == 2 && !o ? Bt(Vr.size / 3) : 0), c == 1 && (i || o) && (l = t == 1 && !a || t == 3 && !s ? Bt(ri.size / 2) : 0), l;
	}
	let zn = r.padding = (e.padding || [
		Rn,
		Rn,
		Rn,
		Rn
	]).map((e) => V(z(e, Rn))), Bn = r._padding = zn.map((e, t) => e(r, t, In, 0)), U, Vn = null, Hn = null, Wn = i == 1 ? v[0].idxs : null, Gn = null, Kn = !1;
	function qn(e, n) {
		if (t = e ?? [], r.data = r._data = t, i == 2) {
			U = 0;
			for (let e = 1; e < v.length; e++) U += t[e][0].length;
		} else {
			t.length == 0 && (r.data = r._data = t = [[]]), Gn = t[0], U = Gn.length;
			let e = t;
			if (O == 2) {
				e = t.slice();
				let n = e[0] = Array(U);
				for (let e = 0; e < U; e++) n[e] = e;
			}
			r._data = t = e;
		}
		if (Rr(!0), Z("setData"), O == 2 && (zt = !0), n !== !1) {
			let e = D;
			e.auto(r, Kn) ? Jn() : Ai(S, e.min, e.max), Gt ||= j.left >= 0, Xt = !0, Zr();
		}
	}
	r.setData = qn;
	function Jn() {
		Kn = !0;
		let e, n;
		i == 1 && (U > 0 ? (Vn = Wn[0] = 0, Hn = Wn[1] = U - 1, e = t[0][Vn], n = t[0][Hn], O == 2 ? (e = Vn, n = Hn) : e == n && (O == 3 ? [e, n] = Tt(e, e, D.log, !1) : O == 4 ? [e, n] = Et(e, e, D.log, !1) : D.time ? n = e + Bt(86400 / _) : [e, n] = jt(e, n, Dt, !0))) : (Vn = Wn[0] = e = null, Hn = Wn[1] = n = null)), Ai(S, e, n);
	}
	let Yn, Qn, $n, er, tr, nr, rr, ir, ar, or;
	function sr(e, t, n, r, i, a) {
		e ??= He, n ??= hn, r ??= "butt", i ??= He, a ??= "round", e != Yn && (d.strokeStyle = Yn = e), i != Qn && (d.fillStyle = Qn = i), t != $n && (d.lineWidth = $n = t), a != tr && (d.lineJoin = tr = a), r != nr && (d.lineCap = nr = r), n != er && d.setLineDash(er = n);
	}
	function W(e, t, n, r) {
		t != Qn && (d.fillStyle = Qn = t), e != rr && (d.font = rr = e), n != ir && (d.textAlign = ir = n), r != ar && (d.textBaseline = ar = r);
	}
	function cr(e, t, n, i, a = 0) {
		if (i.length > 0 && e.auto(r, Kn) && (t == null || t.min == null)) {
			let t = z(Vn, 0), r = z(Hn, i.length - 1), o = n.min == null ? wt(i, t, r, a, e.distr == 3) : [n.min, n.max];
			e.min = Ht(e.min, n.min = o[0]), e.max = Ut(e.max, n.max = o[1]);
		}
	}
	let vr = {
		min: null,
		max: null
	};
	function Sr() {
		for (let e in b) {
			let t = b[e];
			k[e] == null && (t.min == null || k[S] != null && t.auto(r, Kn)) && (k[e] = vr);
		}
		for (let e in b) {
			let t = b[e];
			k[e] == null && t.from != null && k[t.from] != null && (k[e] = vr);
		}
		k[S] != null && Rr(!0);
		let e = {};
		for (let t in k) {
			let n = k[t];
			if (n != null) {
				let a = e[t] = Tn(b[t], Sn);
				if (n.min != null) En(a, n);
				else if (t != S || i == 2) {
					if (U == 0 && a.from == null) {
						let e = a.range(r, null, null, t);
						a.min = e[0], a.max = e[1];
					} else a.min = B, a.max = -Infinity;
				}
			}
		}
		if (U > 0) {
			v.forEach((n, a) => {
				if (i == 1) {
					let i = n.scale, o = k[i];
					if (o == null) return;
					let s = e[i];
					if (a == 0) {
						let e = s.range(r, s.min, s.max, i);
						s.min = e[0], s.max = e[1], Vn = vt(s.min, t[0]), Hn = vt(s.max, t[0]), Hn - Vn > 1 && (t[0][Vn] < s.min && Vn++, t[0][Hn] > s.max && Hn--), n.min = Gn[Vn], n.max = Gn[Hn];
					} else n.show && n.auto && cr(s, o, n, t[a], n.sorted);
					n.idxs[0] = Vn, n.idxs[1] = Hn;
				} else if (a > 0 && n.show && n.auto) {
					let [r, i] = n.facets, o = r.scale, s = i.scale, [c, l] = t[a], u = e[o], d = e[s];
					u != null && cr(u, k[o], r, c, r.sorted), d != null && cr(d, k[s], i, l, i.sorted), n.min = i.min, n.max = i.max;
				}
			});
			for (let t in e) {
				let n = e[t], i = k[t];
				if (n.from == null && (i == null || i.min == null)) {
					let e = n.range(r, n.min == B ? null : n.min, n.max == -Infinity ? null : n.max, t);
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
				i._min = e == 3 ? Kt(i.min) : e == 4 ? Yt(i.min, i.asinh) : e == 100 ? i.fwd(i.min) : i.min, i._max = e == 3 ? Kt(i.max) : e == 4 ? Yt(i.max, i.asinh) : e == 100 ? i.fwd(i.max) : i.max, n[t] = a = !0;
			}
		}
		if (a) {
			v.forEach((e, t) => {
				i == 2 ? t > 0 && n.y && (e._paths = null) : n[e.scale] && (e._paths = null);
			});
			for (let e in n) zt = !0, Z("setScale", e);
			ce && j.left >= 0 && (Gt = Xt = !0);
		}
		for (let e in k) k[e] = null;
	}
	function Cr(e) {
		let t = Zt(Vn - 1, 0, U - 1), n = Zt(Hn + 1, 0, U - 1);
		for (; e[t] == null && t > 0;) t--;
		for (; e[n] == null && n < U - 1;) n++;
		return [t, n];
	}
	function Tr() {
		if (U > 0) {
			let e = v.some((e) => e._focus) && or != Cn.alpha;
			e && (d.globalAlpha = or = Cn.alpha), v.forEach((e, n) => {
				if (n > 0 && e.show && (Er(n, !1), Er(n, !0), e._paths == null)) {
					let a = or;
					or != e.alpha && (d.globalAlpha = or = e.alpha);
					let o = i == 2 ? [0, t[n][0].length - 1] : Cr(t[n]);
					e._paths = e.paths(r, n, o[0], o[1]), or != a && (d.globalAlpha = or = a);
				}
			}), v.forEach((e, t) => {
				if (t > 0 && e.show) {
					let n = or;
					or != e.alpha && (d.globalAlpha = or = e.alpha), e._paths != null && Dr(t, !1);
					{
						let n = e._paths == null ? null : e._paths.gaps, i = e.points.show(r, t, Vn, Hn, n), a = e.points.filter(r, t, i, n);
						(i || a) && (e.points._paths = e.points.paths(r, t, Vn, Hn, a), Dr(t, !0));
					}
					or != n && (d.globalAlpha = or = n), Z("drawSeries", t);
				}
			}), e && (d.globalAlpha = or = 1);
		}
	}
	function Er(e, t) {
		let n = t ? v[e].points : v[e];
		n._stroke = n.stroke(r, e), n._fill = n.fill(r, e);
	}
	function Dr(e, t) {
		let n = t ? v[e].points : v[e], { stroke: r, fill: i, clip: a, flags: o, _stroke: s = n._stroke, _fill: c = n._fill, _width: l = n.width } = n._paths;
		l = H(l * F, 3);
		let u = null, f = l % 2 / 2;
		t && c == null && (c = l > 0 ? "#fff" : s);
		let p = n.pxAlign == 1 && f > 0;
		if (p && d.translate(f, f), !t) {
			let e = kt - l / 2, t = At - l / 2, n = Nt + l, r = Pt + l;
			u = new Path2D(), u.rect(e, t, n, r);
		}
		t ? kr(s, l, n.dash, n.cap, c, r, i, o, a) : Or(e, s, l, n.dash, n.cap, c, r, i, o, u, a), p && d.translate(-f, -f);
	}
	function Or(e, n, i, a, o, s, c, l, u, d, f) {
		let p = !1;
		u != 0 && x.forEach((m, h) => {
			if (m.series[0] == e) {
				let e = v[m.series[1]], g = t[m.series[1]], _ = (e._paths || mn).band;
				_n(_) && (_ = m.dir == 1 ? _[0] : _[1]);
				let y, b = null;
				e.show && _ && Mt(g, Vn, Hn) ? (b = m.fill(r, h) || s, y = e._paths.clip) : _ = null, kr(n, i, a, o, b, c, l, u, d, f, y, _), p = !0;
			}
		}), p || kr(n, i, a, o, s, c, l, u, d, f);
	}
	function kr(e, t, n, r, i, a, o, s, c, l, u, f) {
		sr(e, t, n, r, i), (c || l || f) && (d.save(), c && d.clip(c), l && d.clip(l)), f ? (s & 3) == 3 ? (d.clip(f), u && d.clip(u), jr(i, o), Ar(e, a, t)) : s & gi ? (jr(i, o), d.clip(f), Ar(e, a, t)) : s & hi && (d.save(), d.clip(f), u && d.clip(u), jr(i, o), d.restore(), Ar(e, a, t)) : (jr(i, o), Ar(e, a, t)), (c || l || f) && d.restore();
	}
	function Ar(e, t, n) {
		n > 0 && (t instanceof Map ? t.forEach((e, t) => {
			d.strokeStyle = Yn = t, d.stroke(e);
		}) : t != null && e && d.stroke(t));
	}
	function jr(e, t) {
		t instanceof Map ? t.forEach((e, t) => {
			d.fillStyle = Qn = t, d.fill(e);
		}) : t != null && e && d.fill(t);
	}
	function Mr(e, t, n, i) {
		let a = y[e], o;
		if (i <= 0) o = [0, 0];
		else {
			let s = a._space = a.space(r, e, t, n, i);
			o = ta(t, n, a._incrs = a.incrs(r, e, t, n, i, s), i, s);
		}
		return a._found = o;
	}
	function Pr(e, t, n, r, i, a, o, s, c, l) {
		let u = o % 2 / 2;
		h == 1 && d.translate(u, u), sr(s, o, c, l, s), d.beginPath();
		let f, p, m, g, _ = i + (r == 0 || r == 3 ? -a : a);
		n == 0 ? (p = i, g = _) : (f = i, m = _);
		for (let r = 0; r < e.length; r++) t[r] != null && (n == 0 ? f = m = e[r] : p = g = e[r], d.moveTo(f, p), d.lineTo(m, g));
		d.stroke(), h == 1 && d.translate(-u, -u);
	}
	function Fr(e) {
		let t = !0;
		return y.forEach((n, i) => {
			if (!n.show) return;
			let a = b[n.scale];
			if (a.min == null) {
				n._show && (t = !1, n._show = !1, Rr(!1));
				return;
			}
			n._show || (t = !1, n._show = !0, Rr(!1));
			let o = n.side, s = o % 2, { min: c, max: l } = a, [u, d] = Mr(i, c, l, s == 0 ? L : R);
			if (d == 0) return;
			let f = a.distr == 2, p = n._splits = n.splits(r, i, c, l, u, d, f), m = a.distr == 2 ? p.map((e) => Gn[e]) : p, h = a.distr == 2 ? Gn[p[1]] - Gn[p[0]] : u, g = n._values = n.values(r, n.filter(r, m, i, d, h), i, d, h);
			n._rotate = o == 2 ? n.rotate(r, g, i, d) : 0;
			let _ = n._size;
			n._size = Vt(n.size(r, g, i, e)), _ != null && n._size != _ && (t = !1);
		}), t;
	}
	function Ir(e) {
		let t = !0;
		return zn.forEach((n, i) => {
			let a = n(r, i, In, e);
			a != Bn[i] && (t = !1), Bn[i] = a;
		}), t;
	}
	function Lr() {
		for (let e = 0; e < y.length; e++) {
			let t = y[e];
			if (!t.show || !t._show) continue;
			let n = t.side, i = n % 2, a, o, c = t.stroke(r, e), l = n == 0 || n == 3 ? -1 : 1, [u, f] = t._found;
			if (t.label != null) {
				let s = t.labelGap * l, p = Bt((t._lpos + s) * F);
				W(t.labelFont[0], c, "center", n == 2 ? Le : Re), d.save(), i == 1 ? (a = o = 0, d.translate(p, Bt(At + Pt / 2)), d.rotate((n == 3 ? -Lt : Lt) / 2)) : (a = Bt(kt + Nt / 2), o = p);
				let m = Qt(t.label) ? t.label(r, e, u, f) : t.label;
				d.fillText(m, a, o), d.restore();
			}
			if (f == 0) continue;
			let p = b[t.scale], m = i == 0 ? Nt : Pt, h = i == 0 ? kt : At, _ = t._splits, v = p.distr == 2 ? _.map((e) => Gn[e]) : _, x = p.distr == 2 ? Gn[_[1]] - Gn[_[0]] : u, S = t.ticks, C = t.border, w = S.show ? S.size : 0, T = Bt(w * F), E = Bt((t.alignTo == 2 ? t._size - w - t.gap : t.gap) * F), D = t._rotate * -Lt / 180, O = g(t._pos * F), ee = O + (T + E) * l;
			o = i == 0 ? ee : 0, a = i == 1 ? ee : 0;
			let te = t.font[0];
			W(te, c, t.align == 1 ? ze : t.align == 2 ? Be : D > 0 ? ze : D < 0 ? Be : i == 0 ? "center" : n == 3 ? Be : ze, D || i == 1 ? "middle" : n == 2 ? Le : Re);
			let k = t.font[1] * t.lineGap, ne = _.map((e) => g(s(e, p, m, h))), re = t._values;
			for (let e = 0; e < re.length; e++) {
				let t = re[e];
				if (t != null) {
					i == 0 ? a = ne[e] : o = ne[e], t = "" + t;
					let n = t.indexOf("\n") == -1 ? [t] : t.split(/\n/gm);
					for (let e = 0; e < n.length; e++) {
						let t = n[e];
						D ? (d.save(), d.translate(a, o + e * k), d.rotate(D), d.fillText(t, 0, 0), d.restore()) : d.fillText(t, a, o + e * k);
					}
				}
			}
			S.show && Pr(ne, S.filter(r, v, e, f, x), i, n, O, T, H(S.width * F, 3), S.stroke(r, e), S.dash, S.cap);
			let ie = t.grid;
			ie.show && Pr(ne, ie.filter(r, v, e, f, x), i, i == 0 ? 2 : 1, i == 0 ? At : kt, i == 0 ? Pt : Nt, H(ie.width * F, 3), ie.stroke(r, e), ie.dash, ie.cap), C.show && Pr([O], [1], +(i == 0), i == 0 ? 1 : 2, i == 1 ? At : kt, i == 1 ? Pt : Nt, H(C.width * F, 3), C.stroke(r, e), C.dash, C.cap);
		}
		Z("drawAxes");
	}
	function Rr(e) {
		v.forEach((t, n) => {
			n > 0 && (t._paths = null, e && (i == 1 ? (t.min = null, t.max = null) : t.facets.forEach((e) => {
				e.min = null, e.max = null;
			})));
		});
	}
	let zr = !1, Br = !1, Yr = [];
	function Xr() {
		Br = !1;
		for (let e = 0; e < Yr.length; e++) Z(...Yr[e]);
		Yr.length = 0;
	}
	function Zr() {
		zr ||= (Mn($r), !0);
	}
	function Qr(e, t = !1) {
		zr = !0, Br = t, e(r), $r(), t && Yr.length > 0 && queueMicrotask(Xr);
	}
	r.batch = Qr;
	function $r() {
		if (Ft &&= (Sr(), !1), zt &&= (on(), !1), It) {
			if (I(p, ze, ht), I(p, Le, yt), I(p, Fe, L), I(p, Ie, R), I(m, ze, ht), I(m, Le, yt), I(m, Fe, L), I(m, Ie, R), I(f, Fe, ut), I(f, Ie, ft), u.width = Bt(ut * F), u.height = Bt(ft * F), y.forEach(({ _el: e, _show: t, _size: n, _pos: r, side: i }) => {
				if (e != null) {
					if (t) {
						let t = i === 3 || i === 0 ? n : 0, a = i % 2 == 1;
						I(e, a ? "left" : "top", r - t), I(e, a ? "width" : "height", n), I(e, a ? "top" : "left", a ? yt : ht), I(e, a ? "height" : "width", a ? R : L), st(e, Ce);
					} else ot(e, Ce);
				}
			}), Yn = Qn = $n = tr = nr = rr = ir = ar = er = null, or = 1, ma(!0), ht != bt || yt != xt || L != St || R != Ct) {
				Rr(!1);
				let e = L / St, t = R / Ct;
				if (ce && !Gt && j.left >= 0) {
					j.left *= e, j.top *= t, pi && dt(pi, Bt(j.left), 0, L, R), _i && dt(_i, 0, Bt(j.top), L, R);
					for (let n = 0; n < On.length; n++) {
						let r = On[n];
						r != null && (kn[n] *= e, An[n] *= t, dt(r, Vt(kn[n]), Vt(An[n]), L, R));
					}
				}
				if (X.show && !qt && X.left >= 0 && X.width > 0) {
					X.left *= e, X.width *= e, X.top *= t, X.height *= t;
					for (let e in _a) I(Di, e, X[e]);
				}
				bt = ht, xt = yt, St = L, Ct = R;
			}
			Z("setSize"), It = !1;
		}
		ut > 0 && ft > 0 && (d.clearRect(0, 0, u.width, u.height), Z("drawClear"), w.forEach((e) => e()), Z("draw")), X.show && qt && (Oi(X), qt = !1), ce && Gt && (fa(null, !0, !1), Gt = !1), A.show && A.live && Xt && (ua(), Xt = !1), c || (c = !0, r.status = 1, Z("ready")), Kn = !1, zr = !1;
	}
	r.redraw = (e, t) => {
		zt = t || !1, e === !1 ? Zr() : Ai(S, D.min, D.max);
	};
	function ai(e, n) {
		let i = b[e];
		if (i.from == null) {
			if (U == 0) {
				let t = i.range(r, n.min, n.max, e);
				n.min = t[0], n.max = t[1];
			}
			if (n.min > n.max) {
				let e = n.min;
				n.min = n.max, n.max = e;
			}
			if (U > 1 && n.min != null && n.max != null && n.max - n.min < 1e-16) return;
			e == S && i.distr == 2 && U > 0 && (n.min = vt(n.min, t[0]), n.max = vt(n.max, t[0]), n.min == n.max && n.max++), k[e] = n, Ft = !0, Zr();
		}
	}
	r.setScale = ai;
	let oi, si, pi, _i, vi, bi, xi, Si, Ci, Ti, G, K, Ei = !1, q = j.drag, J = q.x, Y = q.y;
	ce && (j.x && (oi = lt(Te, m)), j.y && (si = lt(Ee, m)), D.ori == 0 ? (pi = oi, _i = si) : (pi = si, _i = oi), G = j.left, K = j.top);
	let X = r.select = En({
		show: !0,
		over: !0,
		left: 0,
		width: 0,
		top: 0,
		height: 0
	}, e.select), Di = X.show ? lt(we, X.over ? m : p) : null;
	function Oi(e, t) {
		if (X.show) {
			for (let t in e) X[t] = e[t], t in _a && I(Di, t, e[t]);
			t !== !1 && Z("setSelect");
		}
	}
	r.setSelect = Oi;
	function ki(e) {
		if (v[e].show) M && st(de[e], Ce);
		else if (M && ot(de[e], Ce), ce) {
			let t = Dn ? On[0] : On[e];
			t != null && dt(t, -10, -10, L, R);
		}
	}
	function Ai(e, t, n) {
		ai(e, {
			min: t,
			max: n
		});
	}
	function ji(e, t, n, a) {
		t.focus != null && Bi(e), t.show != null && v.forEach((n, r) => {
			r > 0 && (e == r || e == null) && (n.show = t.show, ki(r), i == 2 ? (Ai(n.facets[0].scale, null, null), Ai(n.facets[1].scale, null, null)) : Ai(n.scale, null, null), Zr());
		}), n !== !1 && Z("setSeries", e, t), a && Ma("setSeries", r, e, t);
	}
	r.setSeries = ji;
	function Mi(e, t) {
		En(x[e], t);
	}
	function Ni(e, t) {
		e.fill = V(e.fill || null), e.dir = z(e.dir, -1), t ??= x.length, x.splice(t, 0, e);
	}
	function Pi(e) {
		e == null ? x.length = 0 : x.splice(e, 1);
	}
	r.addBand = Ni, r.setBand = Mi, r.delBand = Pi;
	function Fi(e, t) {
		v[e].alpha = t, ce && On[e] != null && (On[e].style.opacity = t), M && de[e] && (de[e].style.opacity = t);
	}
	let Ii, Li, Ri, zi = { focus: !0 };
	function Bi(e) {
		if (e != Ri) {
			let t = e == null, n = Cn.alpha != 1;
			v.forEach((r, a) => {
				if (i == 1 || a > 0) {
					let i = t || a == 0 || a == e;
					r._focus = t ? null : i, n && Fi(a, i ? 1 : Cn.alpha);
				}
			}), Ri = e, n && Zr();
		}
	}
	M && wn && it(qe, P, (e) => {
		j._lock || (pn(e), Ri != null && ji(null, zi, !0, Q.setSeries));
	});
	function Hi(e, t, n) {
		let r = b[t];
		n && (e = e / F - (r.ori == 1 ? yt : ht));
		let i = L;
		r.ori == 1 && (i = R, e = i - e), r.dir == -1 && (e = i - e);
		let a = r._min, o = r._max, s = e / i, c = a + (o - a) * s, l = r.distr;
		return l == 3 ? Wt(10, c) : l == 4 ? Jt(c, r.asinh) : l == 100 ? r.bwd(c) : c;
	}
	function ia(e, n) {
		return vt(Hi(e, S, n), t[0], Vn, Hn);
	}
	r.valToIdx = (e) => vt(e, t[0]), r.posToIdx = ia, r.posToVal = Hi, r.valToPos = (e, t, n) => b[t].ori == 0 ? a(e, b[t], n ? Nt : L, n ? kt : 0) : o(e, b[t], n ? Pt : R, n ? At : 0), r.setCursor = (e, t, n) => {
		G = e.left, K = e.top, fa(null, t, n);
	};
	function aa(e, t) {
		I(Di, ze, X.left = e), I(Di, Fe, X.width = t);
	}
	function oa(e, t) {
		I(Di, Le, X.top = e), I(Di, Ie, X.height = t);
	}
	let sa = D.ori == 0 ? aa : oa, ca = D.ori == 1 ? aa : oa;
	function la() {
		if (M && A.live) for (let e = +(i == 2); e < v.length; e++) {
			if (e == 0 && me) continue;
			let t = A.values[e], n = 0;
			for (let r in t) fe[e][n++].firstChild.nodeValue = t[r];
		}
	}
	function ua(e, t) {
		if (e != null && (e.idxs ? e.idxs.forEach((e, t) => {
			se[t] = e;
		}) : yn(e.idx) || se.fill(e.idx), A.idx = se[0]), M && A.live) {
			for (let e = 0; e < v.length; e++) (e > 0 || i == 1 && !me) && da(e, se[e]);
			la();
		}
		Xt = !1, t !== !1 && Z("setLegend");
	}
	r.setLegend = ua;
	function da(e, n) {
		let i = v[e], a = e == 0 && O == 2 ? Gn : t[e], o;
		me ? o = i.values(r, e, n) ?? Ve : (o = i.value(r, n == null ? null : a[n], e, n), o = o == null ? Ve : { _: o }), A.values[e] = o;
	}
	function fa(e, n, a) {
		Ci = G, Ti = K, [G, K] = j.move(r, G, K), j.left = G, j.top = K, ce && (pi && dt(pi, Bt(G), 0, L, R), _i && dt(_i, 0, Bt(K), L, R));
		let o, s = Vn > Hn;
		Ii = B, Li = null;
		let c = D.ori == 0 ? L : R, l = D.ori == 1 ? L : R;
		if (G < 0 || U == 0 || s) {
			o = j.idx = null;
			for (let e = 0; e < v.length; e++) {
				let t = On[e];
				t != null && dt(t, -10, -10, L, R);
			}
			wn && ji(null, zi, !0, e == null && Q.setSeries), A.live && (se.fill(o), Xt = !0);
		} else {
			let e, n, a;
			i == 1 && (e = D.ori == 0 ? G : K, n = Hi(e, S), o = j.idx = vt(n, t[0], Vn, Hn), a = ee(t[0][o], D, c, 0));
			let s = -10, u = -10, d = 0, f = 0, p = !0, m = "", h = "";
			for (let e = +(i == 2); e < v.length; e++) {
				let g = v[e], _ = se[e], y = _ == null ? null : i == 1 ? t[e][_] : t[e][1][_], x = j.dataIdx(r, e, o, n), S = x == null ? null : i == 1 ? t[e][x] : t[e][1][x];
				if (Xt = Xt || S != y || x != _, se[e] = x, e > 0 && g.show) {
					let n = x == null ? -10 : x == o ? a : ee(i == 1 ? t[0][x] : t[e][0][x], D, c, 0), _ = S == null ? -10 : te(S, i == 1 ? b[g.scale] : b[g.facets[1].scale], l, 0);
					if (wn && S != null) {
						let t = D.ori == 1 ? G : K, n = Rt(Cn.dist(r, e, x, _, t));
						if (n < Ii) {
							let r = Cn.bias;
							if (r != 0) {
								let i = Hi(t, g.scale), a = S >= 0 ? 1 : -1, o = i >= 0 ? 1 : -1;
								o == a && (o == 1 ? r == 1 ? S >= i : S <= i : r == 1 ? S <= i : S >= i) && (Ii = n, Li = e);
							} else Ii = n, Li = e;
						}
					}
					if (Xt || Dn) {
						let t, i;
						D.ori == 0 ? (t = n, i = _) : (t = _, i = n);
						let a, o, c, l, g, v, y = !0, b = vn.bbox;
						if (b != null) {
							y = !1;
							let t = b(r, e);
							c = t.left, l = t.top, a = t.width, o = t.height;
						} else c = t, l = i, a = o = vn.size(r, e);
						if (v = vn.fill(r, e), g = vn.stroke(r, e), Dn) e == Li && Ii <= Cn.prox && (s = c, u = l, d = a, f = o, p = y, m = v, h = g);
						else {
							let t = On[e];
							t != null && (kn[e] = c, An[e] = l, mt(t, a, o, y), pt(t, v, g), dt(t, Vt(c), Vt(l), L, R));
						}
					}
				}
			}
			if (Dn) {
				let e = Cn.prox;
				if (Xt || (Ri == null ? Ii <= e : Ii > e || Li != Ri)) {
					let e = On[0];
					e != null && (kn[0] = s, An[0] = u, mt(e, d, f, p), pt(e, m, h), dt(e, Vt(s), Vt(u), L, R));
				}
			}
		}
		if (X.show && Ei) {
			if (e != null) {
				let [t, n] = Q.scales, [r, i] = Q.match, [a, o] = e.cursor.sync.scales, s = e.cursor.drag;
				if (J = s._x, Y = s._y, J || Y) {
					let { left: s, top: u, width: d, height: f } = e.select, p = e.scales[a].ori, m = e.posToVal, h, g, _, v, y, x = t != null && r(t, a), S = n != null && i(n, o);
					x && J ? (p == 0 ? (h = s, g = d) : (h = u, g = f), _ = b[t], v = ee(m(h, a), _, c, 0), y = ee(m(h + g, a), _, c, 0), sa(Ht(v, y), Rt(y - v))) : sa(0, c), S && Y ? (p == 1 ? (h = s, g = d) : (h = u, g = f), _ = b[n], v = te(m(h, o), _, l, 0), y = te(m(h + g, o), _, l, 0), ca(Ht(v, y), Rt(y - v))) : ca(0, l);
				} else va();
			} else {
				let e = Rt(Ci - vi), t = Rt(Ti - bi);
				if (D.ori == 1) {
					let n = e;
					e = t, t = n;
				}
				J = q.x && e >= q.dist, Y = q.y && t >= q.dist;
				let n = q.uni;
				n == null ? q.x && q.y && (J || Y) && (J = Y = !0) : J && Y && (J = e >= n, Y = t >= n, !J && !Y && (t > e ? Y = !0 : J = !0));
				let r, i;
				J && (D.ori == 0 ? (r = xi, i = G) : (r = Si, i = K), sa(Ht(r, i), Rt(i - r)), Y || ca(0, l)), Y && (D.ori == 1 ? (r = xi, i = G) : (r = Si, i = K), ca(Ht(r, i), Rt(i - r)), J || sa(0, c)), !J && !Y && (sa(0, 0), ca(0, 0));
			}
		}
		if (q._x = J, q._y = Y, e == null) {
			if (a) {
				if ($ != null) {
					let [e, t] = Q.scales;
					Q.values[0] = e == null ? null : Hi(D.ori == 0 ? G : K, e), Q.values[1] = t == null ? null : Hi(D.ori == 1 ? G : K, t);
				}
				Ma(Ue, r, G, K, L, R, o);
			}
			if (wn) {
				let e = a && Q.setSeries, t = Cn.prox;
				Ri == null ? Ii <= t && ji(Li, zi, !0, e) : Ii > t ? ji(null, zi, !0, e) : Li != Ri && ji(Li, zi, !0, e);
			}
		}
		Xt && (A.idx = o, ua()), n !== !1 && Z("setCursor");
	}
	let pa = null;
	Object.defineProperty(r, "rect", { get() {
		return pa ?? ma(!1), pa;
	} });
	function ma(e = !1) {
		e ? pa = null : (pa = m.getBoundingClientRect(), Z("syncRect", pa));
	}
	function ha(e, t, n, r, i, a, o) {
		j._lock || Ei && e != null && e.movementX == 0 && e.movementY == 0 || (ga(e, t, n, r, i, a, o, !1, e != null), e == null ? fa(t, !0, !1) : fa(null, !0, !0));
	}
	function ga(e, t, n, i, a, o, c, l, u) {
		if (pa ?? ma(!1), pn(e), e != null) n = e.clientX - pa.left, i = e.clientY - pa.top;
		else {
			if (n < 0 || i < 0) {
				G = -10, K = -10;
				return;
			}
			let [e, r] = Q.scales, c = t.cursor.sync, [l, u] = c.values, [d, f] = c.scales, [p, m] = Q.match, h = t.axes[0].side % 2 == 1, g = D.ori == 0 ? L : R, _ = D.ori == 1 ? L : R, v = h ? o : a, y = h ? a : o, x = h ? i : n, S = h ? n : i;
			if (n = d == null ? x / v * g : p(e, d) ? s(l, b[e], g, 0) : -10, i = f == null ? S / y * _ : m(r, f) ? s(u, b[r], _, 0) : -10, D.ori == 1) {
				let e = n;
				n = i, i = e;
			}
		}
		u && (t == null || t.cursor.event.type == Ue) && ((n <= 1 || n >= L - 1) && (n = cn(n, L)), (i <= 1 || i >= R - 1) && (i = cn(i, R))), l ? (vi = n, bi = i, [xi, Si] = j.move(r, n, i)) : (G = n, K = i);
	}
	let _a = {
		width: 0,
		height: 0,
		left: 0,
		top: 0
	};
	function va() {
		Oi(_a, !1);
	}
	let ya, ba, xa, Sa;
	function Ca(e, t, n, i, a, o, s) {
		Ei = !0, J = Y = q._x = q._y = !1, ga(e, t, n, i, a, o, s, !0, !1), e != null && (it(Ge, tt, wa, !1), Ma(We, r, xi, Si, L, R, null));
		let { left: c, top: l, width: u, height: d } = X;
		ya = c, ba = l, xa = u, Sa = d;
	}
	function wa(e, t, n, i, a, o, s) {
		Ei = q._x = q._y = !1, ga(e, t, n, i, a, o, s, !1, !0);
		let { left: c, top: l, width: u, height: d } = X, f = u > 0 || d > 0, p = ya != c || ba != l || xa != u || Sa != d;
		if (f && p && Oi(X), q.setScale && f && p) {
			let e = c, t = u, n = l, r = d;
			if (D.ori == 1 && (e = l, t = d, n = c, r = u), J && Ai(S, Hi(e, S), Hi(e + t, S)), Y) for (let e in b) {
				let t = b[e];
				e != S && t.from == null && t.min != B && Ai(e, Hi(n + r, e), Hi(n, e));
			}
			va();
		} else j.lock && (j._lock = !j._lock, fa(t, !0, e != null));
		e != null && (at(Ge, tt), Ma(Ge, r, G, K, L, R, null));
	}
	function Ta(e, t, n, r, i, a, o) {
		if (j._lock) return;
		pn(e);
		let s = Ei;
		if (Ei) {
			let e = !0, t = !0, n, r;
			D.ori == 0 ? (n = J, r = Y) : (n = Y, r = J), n && r && (e = G <= 10 || G >= L - 10, t = K <= 10 || K >= R - 10), n && e && (G = G < xi ? 0 : L), r && t && (K = K < Si ? 0 : R), fa(null, !0, !0), Ei = !1;
		}
		G = -10, K = -10, se.fill(null), fa(null, !0, !0), s && (Ei = s);
	}
	function Ea(e, t, n, i, a, o, s) {
		j._lock || (pn(e), Jn(), va(), e != null && Ma(Je, r, G, K, L, R, null));
	}
	function Da() {
		y.forEach(ra), $t(r.width, r.height, !0);
	}
	gt(Qe, nt, Da);
	let Oa = {};
	Oa.mousedown = Ca, Oa.mousemove = ha, Oa.mouseup = wa, Oa.dblclick = Ea, Oa.setSeries = (e, t, n, i) => {
		let a = Q.match[2];
		n = a(r, t, n), n != -1 && ji(n, i, !0, !1);
	}, ce && (it(We, m, Ca), it(Ue, m, ha), it(Ke, m, (e) => {
		pn(e), ma(!1);
	}), it(qe, m, Ta), it(Je, m, Ea), Vi.add(r), r.syncRect = ma);
	let ka = r.hooks = e.hooks || {};
	function Z(e, t, n) {
		Br ? Yr.push([
			e,
			t,
			n
		]) : e in ka && ka[e].forEach((e) => {
			e.call(null, r, t, n);
		});
	}
	(e.plugins || []).forEach((e) => {
		for (let t in e.hooks) ka[t] = (ka[t] || []).concat(e.hooks[t]);
	});
	let Aa = (e, t, n) => n, Q = En({
		key: null,
		setSeries: !1,
		filters: {
			pub: rn,
			sub: rn
		},
		scales: [S, v[1] ? v[1].scale : null],
		match: [
			an,
			an,
			Aa
		],
		values: [null, null]
	}, j.sync);
	Q.match.length == 2 && Q.match.push(Aa), j.sync = Q;
	let $ = Q.key, ja = mi($);
	function Ma(e, t, n, r, i, a, o) {
		Q.filters.pub(e, t, n, r, i, a, o) && ja.pub(e, t, n, r, i, a, o);
	}
	ja.sub(r);
	function Na(e, t, n, r, i, a, o) {
		Q.filters.sub(e, t, n, r, i, a, o) && Oa[e](null, t, n, r, i, a, o);
	}
	r.pub = Na;
	function Pa() {
		ja.unsub(r), Vi.delete(r), rt.clear(), _t(Qe, nt, Da), l.remove(), P?.remove(), Z("destroy");
	}
	r.destroy = Pa;
	function Fa() {
		Z("init", e, t), qn(t || e.data, !1), k[S] ? ai(S, k[S]) : Jn(), qt = X.show && (X.width > 0 || X.height > 0), Gt = Xt = !0, $t(e.width, e.height);
	}
	return v.forEach(Nn), y.forEach(Ln), n ? n instanceof HTMLElement ? (n.appendChild(l), Fa()) : n(r, Fa) : Fa(), r;
}
ia.assign = En, ia.fmtNum = Ft, ia.rangeNum = jt, ia.rangeLog = Tt, ia.rangeAsinh = Et, ia.orient = _i, ia.pxRatio = F, ia.join = jn, ia.fmtDate = Un, ia.tzDate = Gn, ia.sync = mi;
{
	ia.addGap = Si, ia.clipGaps = xi;
	let e = ia.paths = { points: Ai };
	e.linear = Pi, e.stepped = Fi, e.bars = Li, e.spline = zi;
}
// src/plot/text.ts
function aa(e, t) {
	let n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	for (; n < 12 && Math.abs(Number(t.toFixed(n)) / t - 1) > 1e-6;) n += 1;
	return e.toFixed(Math.min(12, n));
}
function oa(e) {
	let t = Math.abs(e);
	return t >= 1e9 ? `${E(Number((e / 1e9).toPrecision(4)))}G` : t >= 1e6 ? `${E(Number((e / 1e6).toPrecision(4)))}M` : E(Number(e.toPrecision(6)));
}
// src/plot/legend.ts
var sa = class {
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
			let i = e[Number(r.dataset.at)], a = i ? ce(i, t, n) : null;
			r.textContent = a === null ? "" : oa(a);
		}
	}
}, ca = 14, la = 4, ua = 13, da = 6.2, fa = 16;
function pa(e, t, n) {
	let r = -Infinity, i = 0;
	return e.toSorted((e, t) => t.value - e.value).map((e) => {
		let a = t(e.value), o = `${e.name} ${oa(e.value)}`, s = a - r < n ? i : 0;
		return r = a, i = s + o.length * da + fa, {
			name: o,
			y: a,
			beside: s
		};
	});
}
function ma(e, t, n) {
	let { ctx: r, bbox: i } = e;
	r.save(), r.beginPath(), r.rect(i.left, i.top, i.width, i.height), r.clip();
	let a = (t) => e.valToPos(t, "y", !0);
	for (let { name: n, y: r, beside: i } of pa(t, a, ua * devicePixelRatio)) ha(e, n, r, i);
	r.setLineDash([]);
	for (let t of n) ga(e, t);
	r.restore();
}
function ha(e, t, n, r) {
	let { ctx: i, bbox: a } = e, o = devicePixelRatio;
	i.setLineDash([2 * o, 4 * o]), i.strokeStyle = i.fillStyle = m().text, i.lineWidth = o, i.beginPath(), i.moveTo(a.left, n), i.lineTo(a.left + a.width, n), i.stroke(), i.font = `${11 * o}px system-ui, sans-serif`, i.textBaseline = "alphabetic", i.textAlign = "right", i.fillText(t, a.left + a.width - (4 + r) * o, n - 3 * o);
}
function ga(e, t) {
	let { ctx: n } = e, r = la * devicePixelRatio, i = e.valToPos(t.time_s, "x", !0), a = e.valToPos(t.value, "y", !0);
	n.strokeStyle = m().alarm, n.lineWidth = r / 2.5, n.beginPath(), t.kind === "lost" ? (n.moveTo(i - r, a - r), n.lineTo(i + r, a + r), n.moveTo(i - r, a + r), n.lineTo(i + r, a - r)) : (n.moveTo(i, a - r), n.lineTo(i + r, a + r), n.lineTo(i - r, a + r), n.closePath()), n.stroke();
}
function _a(e, t, n, r) {
	if (n < 0 || r < 0) return;
	let i = (t) => Math.hypot(e.valToPos(t.time_s, "x") - n, e.valToPos(t.value, "y") - r);
	return t.map((e) => ({
		mark: e,
		far: i(e)
	})).filter((e) => e.far < ca).sort((e, t) => e.far - t.far)[0]?.mark;
}
// src/plot/words.ts
var va = 8;
function ya(e, { from_s: t, to_s: n }, r) {
	let i = r.slice(0, va).map(({ name: e, points: t }) => {
		let n = le(t);
		return n ? `${e} from ${oa(n.min)} to ${oa(n.max)}` : `${e} empty`;
	});
	return `${e}, from ${te(t)} to ${te(n)}: ${i.join("; ")}`;
}
function ba(t) {
	let n = t.map(({ name: t, points: n, recorded: r }) => {
		let i = le(n), a = i ? [
			i.min,
			i.max,
			i.last
		].map((e) => ee(e)) : [
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
var xa = 178, Sa = {
	time_s: /* @__PURE__ */ new Float64Array(),
	value: /* @__PURE__ */ new Float64Array()
}, Ca = class {
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
	legend = new sa((e, t) => this.toggle(e, t));
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
		let o = e("div", { class: "striphead" }, this.title, e("label", { for: a }, "of "), this.target, this.legend.element);
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
		let n = this.target.value, r = se(t);
		i(this.target, e("option", { value: "" }, "automatic"), e("option", { value: "*" }, `all ${r.length}`), r.map((t) => e("option", { value: t }, t))), this.target.value = n === "*" || r.includes(n) ? n : "", this.rebuild();
	}
	setMarks(e, t) {
		this.marks = e, this.note.textContent = t, this.note.hidden = !t, this.plot?.redraw(!1);
	}
	get singleTarget() {
		let e = se(this.shown);
		return e.length === 1 ? e[0] : this.target.value && this.target.value !== "*" ? this.target.value : void 0;
	}
	rebuild() {
		this.shown = oe(this.all, this.target.value, this.family), this.points = this.shown.map(() => Sa);
		let e = this.shown[0]?.info.unit ?? "";
		this.title.textContent = e ? `${this.family.title}, ${e}` : this.family.title, this.plot?.destroy(), this.plot = new ia(this.options(), [[]], this.holder), this.plot.over.append(this.cursor);
		let t = this.shown.map((e) => ({
			curve: e,
			name: this.nameOf(e),
			style: A(e, this.shown, this.family),
			shown: !this.hidden.has(this.key(e))
		}));
		this.legend.show(t, this.hiddenCount()), this.fetch(), this.onTarget();
	}
	hiddenCount() {
		let t = se(this.all).length - se(this.shown).length;
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
			height: xa,
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
				values: (e, t, n, r, i) => t.map((e) => aa(e, i))
			}, {
				...r,
				size: 64,
				values: (e, t) => t.map((e) => oa(e))
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
				draw: [(e) => ma(e, this.thresholds(), this.marks)]
			}
		};
	}
	seriesOf(e) {
		let t = A(e, this.shown, this.family), n = ia.paths.stepped?.({ align: 1 });
		return {
			label: this.nameOf(e),
			stroke: p(t.colour),
			width: t.dash ? 1.5 : 1.8,
			dash: d[t.dash % d.length] ?? [],
			show: !this.hidden.has(this.key(e)),
			points: { show: !1 },
			spanGaps: !0,
			...n && e.info.stepped !== !1 ? { paths: n } : {}
		};
	}
	rangeX() {
		let { from_s: e, to_s: t } = this.view.window.value;
		return [e, t];
	}
	thresholds() {
		let e = /* @__PURE__ */ new Map();
		for (let t of this.shown.flatMap((e) => [...e.info.thresholds ?? [], ...N(e)])) e.set(`${t.name} ${t.value}`, t);
		return [...e.values()];
	}
	rangeY(e, t) {
		let n = Math.min(this.family.zero ? 0 : e ?? 0, e ?? 0), r = t ?? 1;
		for (let { value: e, peak: t } of this.thresholds()) (e <= r * 2 || t && this.view.isWhole) && (r = Math.max(r, e));
		return !this.family.zero && e !== null && (n = e), r <= n && (r = n + 1), [n, r + (r - n) * (this.thresholds().length ? .15 : .06)];
	}
	async fetch() {
		this.request.abort();
		let e = this.request = new AbortController(), { from_s: t, to_s: n } = this.view.window.value, r = Math.max(200, Math.round(this.holder.clientWidth || 600)), i = this.shown;
		try {
			let a = await Promise.all(i.map((i) => this.source(i, t, n, r, e.signal)));
			if (e.signal.aborted) return;
			this.points = a;
			let o = a.map((e, t) => i[t]?.info.stepped === !1 ? e : P(e, n));
			this.plot?.setData(ue(o)), this.resize(), this.placed(), this.values(), this.fillTable(), this.describe(), this.element.dataset.state = "drawn", this.onDrawn();
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
			height: xa
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
		(e.cursor.event?.target === e.over || t < 0) && this.view.hover.set(t < 0 ? null : e.posToVal(t, "x")), this.tell(e, t, n);
	}
	tell(e, t, n) {
		let r = _a(e, this.marks, t, n);
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
	told() {
		return this.shown.map((e, t) => ({
			name: this.nameOf(e),
			points: this.points[t] ?? Sa,
			recorded: e.info.points
		}));
	}
	describe() {
		this.holder.setAttribute("aria-label", ya(this.title.textContent ?? "", this.view.window.value, this.told()));
	}
	fillTable() {
		this.details.open && i(this.table, ba(this.told()));
	}
	picture(e) {
		let { from_s: t, to_s: n } = this.view.window.value, r = this.plot?.scales.y, i = this.shown.flatMap((t, n) => {
			if (this.hidden.has(this.key(t))) return [];
			let r = A(t, this.shown, this.family), { target: i, quantity: a, unit: o, stepped: s } = t.info;
			return [{
				name: this.nameOf(t),
				run: t.label,
				target: i,
				quantity: a,
				unit: o,
				stepped: s !== !1,
				points: this.points[n] ?? Sa,
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
			note: this.marks.length ? this.note.textContent ?? "" : "",
			more: this.hiddenCount()?.textContent ?? ""
		};
	}
}, wa = {
	left: 64,
	right: 14
}, Ta = 140, Ea = 16, Da = 34, Oa = 6.4, ka = 18, Z = 4, Aa = 60;
function Q(e) {
	return e.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;");
}
function $(e) {
	return String(Math.round(e * 10) / 10);
}
function ja(e, t, n, r) {
	let i = [], a, o = e.stepped ? P(e.points, t) : e.points;
	return o.time_s.forEach((t, s) => {
		let c = o.value[s] ?? NaN;
		if (e.stepped && a !== void 0 && i.push(`L${$(n(t))} ${$(a)}`), !Number.isFinite(c)) return void (a = void 0);
		let l = r(c);
		i.push(`${a === void 0 ? "M" : "L"}${$(n(t))} ${$(l)}`), a = l;
	}), i.join("");
}
function Ma({ dash: e }) {
	return e.length ? ` stroke-dasharray="${e.join(" ")}"` : "";
}
function Na(e, t, n) {
	let r = wa.left, i = t, a = (e) => {
		r > wa.left && r + e > n - wa.right && ([r, i] = [wa.left, i + Ea]);
	}, o = e.curves.map((e) => {
		let t = Da + e.name.length * Oa;
		a(t);
		let n = `<line x1="${$(r)}" x2="${$(r + 26)}" y1="${i - 4}" y2="${i - 4}" stroke="${e.colour}" stroke-width="2.5"${Ma(e)}/>`, o = `<text class="key" x="${$(r + Da)}" y="${i}">${Q(e.name)}</text>`;
		return r += t + ka, n + o;
	});
	return e.more && (a(e.more.length * Oa), o.push(`<text x="${$(r)}" y="${i}">${Q(e.more)}</text>`)), {
		svg: o,
		height: o.length ? i - t + Ea : 0
	};
}
function Pa({ kind: e, text: t }, n, r, i) {
	let [a, o, s, c] = [
		n - Z,
		n + Z,
		r - Z,
		r + Z
	].map($);
	return `<path class="${e}" d="${e === "lost" ? `M${a} ${s}L${o} ${c}M${a} ${c}L${o} ${s}` : `M${$(n)} ${s}L${o} ${c}L${a} ${c}Z`}" fill="none" stroke="${i.alarm}" stroke-width="1.6"><title>${Q(t)}</title></path>`;
}
function Fa(e, t, n) {
	let { x: r, y: i, left: a, right: o, top: s, bottom: c } = t, l = pe(e.from_s, e.to_s, Math.max(2, Math.floor((o - a) / Aa))), u = (l[1] ?? e.to_s) - (l[0] ?? e.from_s);
	return [
		...pe(e.low, e.high, 4).map((e) => `<line x1="${a}" x2="${o}" y1="${$(i(e))}" y2="${$(i(e))}" stroke="${n.grid}"/><text x="${a - 6}" y="${$(i(e) + 4)}" text-anchor="end">${oa(e)}</text>`),
		...l.map((e) => `<line x1="${$(r(e))}" x2="${$(r(e))}" y1="${$(s)}" y2="${$(c)}" stroke="${n.grid}"/><text x="${$(r(e))}" y="${$(c + 15)}" text-anchor="middle">${aa(e, u)}</text>`),
		`<text x="${$((a + o) / 2)}" y="${$(c + 30)}" text-anchor="middle">time, s</text>`
	];
}
function Ia(e, t, n) {
	let [r, i, a] = [
		wa.left,
		n - wa.right,
		t + Ta
	];
	return {
		left: r,
		right: i,
		top: t,
		bottom: a,
		x: (t) => r + (t - e.from_s) / (e.to_s - e.from_s || 1) * (i - r),
		y: (t) => a - (t - e.low) / (e.high - e.low || 1) * Ta
	};
}
function La(e, t) {
	let n = [];
	for (let r of e.split(" ").filter(Boolean)) {
		let e = n.at(-1);
		e !== void 0 && e.length + 1 + r.length <= t ? n[n.length - 1] = `${e} ${r}` : n.push(r);
	}
	return n;
}
function Ra(e, t, n, r, i) {
	let a = Na(e, t + 34, n), o = Ia(e, t + 24 + a.height, n), { x: s, y: c, left: l, right: u, bottom: d } = o, f = [
		...e.curves.map((t) => `<path d="${ja(t, e.to_s, s, c)}" fill="none" stroke="${t.colour}" stroke-width="1.4"${Ma(t)}><title>${Q(`${t.run}: ${t.quantity} of ${t.target}`)}</title></path>`),
		...pa(e.lines, c, 13).map(({ name: e, y: t, beside: n }) => `<line x1="${l}" x2="${u}" y1="${$(t)}" y2="${$(t)}" stroke="${r.text}" stroke-dasharray="2 4"/><text class="threshold" x="${$(u - 4 - n)}" y="${$(t - 3)}" text-anchor="end" font-size="11">${Q(e)}</text>`),
		...e.marks.filter(({ time_s: t }) => t >= e.from_s && t <= e.to_s).map((e) => Pa(e, s(e.time_s), c(e.value), r))
	], p = La(e.note, (u - l) / Oa).map((e, t) => `<text x="${l}" y="${d + 48 + t * Ea}">${Q(e)}</text>`);
	return {
		svg: [
			`<text x="${l}" y="${t + 15}" font-weight="bold">${Q(e.title)}</text>`,
			...a.svg,
			...Fa(e, o, r),
			`<clipPath id="${i}"><rect x="${l}" y="${o.top - 2}" width="${u - l}" height="144"/></clipPath>`,
			`<g clip-path="url(#${i})">`,
			...f,
			"</g>",
			...p
		],
		height: d - t + 46 + p.length * Ea
	};
}
function za(e, t, n, r = 900) {
	let i = 34, a = e.flatMap((e, t) => {
		let { svg: a, height: o } = Ra(e, i, r, n, `clip${t}`);
		return i += o, a;
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${r} ${i}" width="${r}" height="${i}" font-family="system-ui, sans-serif" font-size="12" fill="${n.text}">`,
		`<rect width="100%" height="100%" fill="${n.back}"/>`,
		`<text x="${wa.left}" y="22" font-size="14" font-weight="bold">${Q(t)}</text>`,
		...a,
		"</svg>\n"
	].join("\n");
}
// src/plot/strips.ts
var Ba = 0, Va = class {
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
		this.view = e, this.source = t, Ba += 1, this.sync = `cellwise-${Ba}`;
	}
	setCurves(e) {
		let t = ae(e);
		for (let [e, n] of this.strips) t.some((t) => t.family.name === e) || (n.destroy(), this.strips.delete(e));
		for (let { family: e, curves: n } of t) {
			let t = this.strips.get(e.name) ?? this.add(e);
			this.element.append(t.element), t.setCurves(n);
		}
	}
	add(e) {
		let t = new Ca(e, this.view, this.source, this.sync);
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
		return new Blob([fe(this.pictures(!1))], { type: "text/csv" });
	}
	svg(e) {
		return this.drawn(e, !1, Ha);
	}
	async png(e) {
		let t = Math.max(Ua, Math.round(this.element.clientWidth));
		return Ga(this.drawn(e, f(), t));
	}
	drawn(e, t, n) {
		return new Blob([za(this.pictures(t), e, m(t), n)], { type: "image/svg+xml" });
	}
}, Ha = 900, Ua = 360, Wa = 2;
async function Ga(e) {
	let t = URL.createObjectURL(e);
	try {
		let e = new Image();
		e.src = t, await e.decode();
		let n = Math.max(Wa, devicePixelRatio), r = document.createElement("canvas");
		r.width = Math.round(e.width * n), r.height = Math.round(e.height * n);
		let i = r.getContext("2d");
		if (!i) throw Error("This browser has no canvas.");
		return i.drawImage(e, 0, 0, r.width, r.height), await new Promise((e, t) => r.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("The picture is too large.")), "image/png"));
	} finally {
		URL.revokeObjectURL(t);
	}
}
function Ka(t) {
	return e("div", {
		class: "buttons",
		role: "group",
		"aria-label": "Part of the run that is shown"
	}, a("Earlier", () => t.pan(-.5), { "data-testid": "earlier" }), a("Later", () => t.pan(.5), { "data-testid": "later" }), a("Zoom in", () => t.zoom(.5), { "data-testid": "zoom-in" }), a("Zoom out", () => t.zoom(2), { "data-testid": "zoom-out" }), a("Whole run", () => t.reset(), { "data-testid": "zoom-reset" }));
}
function qa(t, n) {
	let r = URL.createObjectURL(t);
	e("a", {
		href: r,
		download: n
	}).click(), setTimeout(() => URL.revokeObjectURL(r), 1e4);
}
// src/base/signal.ts
var Ja = class {
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
}, Ya = 1e-8, Xa = class {
	window;
	at;
	hover = new Ja(null);
	whole;
	constructor(e) {
		this.whole = {
			from_s: 0,
			to_s: e
		}, this.window = new Ja(this.whole), this.at = new Ja(0);
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
		let n = Math.min(Math.max(t - e, Ya), this.whole.to_s), r = Math.min(Math.max(e, 0), this.whole.to_s - n);
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
}, Za = 20, Qa = 1e3, $a = [
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
], eo = class {
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
			max: Qa,
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
		}, $a.map((t) => e("option", { value: t }, `${te(t)} per s`))), this.element = e("div", {
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
		this.view.at.set(e + Number(this.bar.value) / Qa * (t - e));
	}
	key(e) {
		if (e.key === " ") this.toggle();
		else if (e.key === "Escape") this.pause(), this.view.at.set(this.view.window.value.from_s);
		else return;
		e.preventDefault();
	}
	placed() {
		let { from_s: e, to_s: t } = this.view.window.value, n = this.view.at.value;
		this.bar.value = String(Math.round((n - e) / (t - e) * Qa));
		let r = te(n, 6);
		this.clock.textContent = r, this.bar.setAttribute("aria-valuetext", r);
	}
	offerSpeed() {
		if (this.chosen) return;
		let { from_s: e, to_s: t } = this.view.window.value, n = (t - e) / Za, r = $a.reduce((e, t) => Math.abs(Math.log(t / n)) < Math.abs(Math.log(e / n)) ? t : e);
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
}, to = 120;
async function no(e) {
	let t = String(e.get("simulator")).slice(10), n = (await e.widget_manager?.get_model(t).catch(() => void 0))?.get("octets");
	if (!(n instanceof DataView)) throw Error("The simulator is not in this notebook: run the cell again.");
	if (n.byteLength === 0) throw Error("The simulator for browsers is not built: make build says why, and builds it where it can.");
	return ro(n);
}
function ro(e) {
	return new Uint8Array(e.buffer, e.byteOffset, e.byteLength).slice().buffer;
}
function io(e) {
	return new Response(new Blob([e]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
function ao(e, t) {
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
function oo(e) {
	let t = ({ target: t, ctrlKey: n, metaKey: r, altKey: i }) => {
		t instanceof Element && e.contains(t) && t.toggleAttribute("data-lm-suppress-shortcuts", !(n || r || i));
	};
	return addEventListener("keydown", t, !0), () => removeEventListener("keydown", t, !0);
}
var so = class {
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
	view = new Xa(1);
	strips;
	example;
	controls;
	elements;
	title;
	soon = c(to, () => void this.run());
	stops;
	constructor(e, t) {
		this.model = e, this.title = String(e.get("title")), this.controls = e.get("controls"), this.example = new k(t, "run", String(e.get("scenario")), this.controls), this.strips = new Va(this.view, (e, t, n, r) => this.example.points(e.info.index, t, n, r)), this.strips.onError = (e) => this.fail(e), this.elements = this.controls.map((e, t) => C(e, (e) => this.changed(t, e))), this.box = this.made();
		let n = () => this.told();
		e.on("change:value", n), this.stops = [
			ao(this.box, () => this.strips.rebuild()),
			oo(this.box),
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
		this.show(await this.example.take(await io(ro(e))));
	}
	fail(e) {
		this.progress.hidden = !0, this.status.textContent = "", this.failed.textContent = e instanceof Error ? e.message : String(e), this.box.dataset.state = "failed";
	}
	made() {
		let { strips: t, title: n, view: r } = this, i = (e, t) => a(e, () => void Promise.resolve(t()).then((t) => qa(t, `cellwise.${e.toLowerCase()}`))), o = e("div", {
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
		}, s) : null, this.progress, this.status, this.failed, new eo(r).element, e("div", { class: "toolbar" }, Ka(r), o), t.element);
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
		}))), this.status.textContent = [ne(e), e.stopped ?? ""].join(" ").trim(), this.box.dataset.state = "done";
	}
	changed(e, t) {
		this.example.chosen[e] = t, this.model.set("value", this.value()), this.model.save_changes(), this.soon();
	}
	told() {
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
async function co({ model: e, el: t }) {
	let n = no(e), r = new URL(URL.createObjectURL(new Blob(["// ../crates/wasm/cellwise.mjs\nvar e = {\n	f64: Float64Array,\n	u64: BigUint64Array,\n	u32: Uint32Array\n}, t = 8, n = 50, r = 2e3, i = 5e6, a = class extends Error {\n	constructor({ kind: e, message: t, issues: n }) {\n		super(t), this.name = \"Refusal\", this.kind = e, this.issues = n;\n	}\n}, o = class {\n	#e;\n	#t;\n	constructor(e) {\n		this.#e = e, this.#n();\n	}\n	#n() {\n		this.#t = new WebAssembly.Instance(this.#e, {}).exports;\n	}\n	ask(e) {\n		return this.#r(new TextEncoder().encode(JSON.stringify(e)));\n	}\n	take(e) {\n		let t = new DataView(e).getUint32(4, !0), { scenario: n } = JSON.parse(new TextDecoder().decode(new Uint8Array(e, 8, t)));\n		return {\n			run: this.#r(new Uint8Array(e)),\n			scenario: n\n		};\n	}\n	#r(e) {\n		try {\n			let t = this.#t.cellwise_room(e.length) >>> 0;\n			new Uint8Array(this.#t.memory.buffer, t, e.length).set(e);\n			let n = this.#t.cellwise_answer() >>> 0, r = this.#t.cellwise_answered() >>> 0;\n			return c(this.#t.memory.buffer.slice(r, r + n));\n		} catch (e) {\n			throw e instanceof WebAssembly.RuntimeError ? this.#i(e) : e;\n		}\n	}\n	#i(e) {\n		let t = this.#t.cellwise_is_short() !== 0;\n		return this.#n(), t ? new a({\n			kind: \"memory\",\n			message: \"the browser gives this page no more memory\",\n			issues: []\n		}) : new a({\n			kind: \"fault\",\n			message: `fault in Cellwise, please report it: ${e.message}`,\n			issues: []\n		});\n	}\n	async run(e, { progress: t = () => !0, breathe: a = s } = {}) {\n		let o = this.ask({\n			ask: \"begin\",\n			scenario: e\n		}), c = r;\n		for (let e = !1; !e;) {\n			let s = performance.now(), l = this.ask({\n				ask: \"advance\",\n				run: o,\n				events: c\n			}), u = Math.max(performance.now() - s, .1);\n			c = Math.round(Math.min(Math.max(c * n / u, r), i, 4 * c)), await a(), e = l.state !== \"running\" || t(l.progress) === !1;\n		}\n		return {\n			run: o,\n			...this.ask({\n				ask: \"finish\",\n				run: o\n			})\n		};\n	}\n};\nfunction s() {\n	return new Promise((e) => {\n		let { port1: t, port2: n } = new MessageChannel();\n		t.onmessage = () => {\n			t.close(), e();\n		}, n.postMessage(void 0);\n	});\n}\nfunction c(n) {\n	let r = new DataView(n).getUint32(0, !0), i = Math.ceil((4 + r) / t) * t, o = new TextDecoder().decode(new Uint8Array(n, 4, r)), s = JSON.parse(o, (t, r) => r?.$ === void 0 ? r : new e[r.$](n, i + r.at, r.length));\n	if (s.refused !== void 0) throw new a(s.refused);\n	return s.ok;\n}\n// src/compute/module.ts\nvar l = 31;\nasync function u(e) {\n	if (typeof WebAssembly > \"u\") throw Error(\"This page has no WebAssembly, which the simulator is written in.\");\n	let t = e instanceof URL ? await d(e.href) : new Blob([e]).stream();\n	try {\n		let e = await f(t);\n		return await WebAssembly.compileStreaming(new Response(e, { headers: { \"Content-Type\": \"application/wasm\" } }));\n	} catch (e) {\n		let t = e instanceof Error ? e.message : String(e);\n		throw Error(`The simulator could not be compiled, or this page forbids WebAssembly: ${t}`);\n	}\n}\nasync function d(e) {\n	let t = await fetch(e);\n	if (t.ok && t.body) return t.body;\n	throw Error(t.status === 404 ? \"The simulator for browsers is not there: make build says why, and builds it where it can.\" : `${e}: ${t.status} ${t.statusText}`);\n}\nasync function f(e) {\n	let t = e.getReader(), n = await t.read(), r = new ReadableStream({\n		start: (e) => n.value ? e.enqueue(n.value) : e.close(),\n		pull: async (e) => {\n			let { value: n } = await t.read();\n			n ? e.enqueue(n) : e.close();\n		}\n	});\n	return n.value?.[0] === l ? r.pipeThrough(new DecompressionStream(\"gzip\")) : r;\n}\n// src/compute/worker.ts\nvar p = globalThis, m = 1.25, h, g = new Promise((e) => h = e), _ = g.then((e) => new o(e)), v = /* @__PURE__ */ new Map(), y = /* @__PURE__ */ new Map(), b = [[\"duration\", \"500 ms\"]], x = \"n-source\";\nasync function S(e) {\n	switch (e.ask) {\n		case \"load\": return h(e.module instanceof WebAssembly.Module ? e.module : u(e.module)), _.then(() => null);\n		case \"warm\": return w();\n		case \"module\": return C(await _, e.request);\n		case \"run\": return T(e);\n		case \"take\": return E(e);\n		case \"about\": {\n			let t = y.get(e.key);\n			return t ? C(t.engine, {\n				...e.about,\n				run: t.run\n			}) : null;\n		}\n		case \"marked\": return O(e);\n		case \"lanes\": return k(e);\n		case \"forget\": return y.delete(e.key), null;\n	}\n}\nfunction C(e, t) {\n	return e.ask(t);\n}\nasync function w() {\n	let e = await _, t = e.ask({\n		ask: \"set\",\n		scenario: e.ask({\n			ask: \"template\",\n			name: x\n		}),\n		changes: b\n	}), n = new o(await g), { run: r } = await n.run(e.ask({\n		ask: \"watching\",\n		scenario: t\n	}).scenario, { progress: () => v.size === 0 });\n	return n.ask({\n		ask: \"describe\",\n		run: r,\n		hidden: []\n	}), null;\n}\nasync function T({ id: e, key: t, scenario: n, changes: r, watched: i }) {\n	let a = await _, s = () => v.get(t) === e;\n	if (!s()) return null;\n	let c = r.length ? a.ask({\n		ask: \"set\",\n		scenario: n,\n		changes: r\n	}) : n, { scenario: l, hidden: u } = i ? a.ask({\n		ask: \"watching\",\n		scenario: c\n	}) : {\n		scenario: c,\n		hidden: []\n	}, d = new o(await g), f = await d.run(l, { progress: (t) => (p.postMessage({\n		id: e,\n		share: t\n	}), s()) });\n	return s() ? (y.set(t, {\n		engine: d,\n		run: f.run,\n		scenario: c,\n		hidden: u,\n		again: void 0\n	}), d.ask({\n		ask: \"describe\",\n		run: f.run,\n		hidden: u\n	})) : null;\n}\nasync function E({ key: e, octets: t }) {\n	let n = new o(await g), { run: r, scenario: i } = n.take(t);\n	return y.set(e, {\n		engine: n,\n		run: r,\n		scenario: i,\n		hidden: [],\n		again: void 0\n	}), {\n		scenario: JSON.parse(i),\n		described: n.ask({\n			ask: \"describe\",\n			run: r,\n			hidden: []\n		})\n	};\n}\nasync function D(e, t, n, r) {\n	let i = y.get(e);\n	if (!i) return null;\n	if (i.again?.of === t && i.again.until_s >= n) return i;\n	i.again && i.engine.ask({\n		ask: \"forget\",\n		run: i.again.run\n	}), i.again = void 0;\n	let a = await i.engine.run(r(i), { progress: () => y.get(e) === i });\n	return y.get(e) === i ? (i.again = {\n		of: t,\n		run: a.run,\n		until_s: n\n	}, i) : null;\n}\nasync function O({ key: e, flow: t, from_s: n, to_s: r, most: i }) {\n	let a = m * r, o = y.get(e)?.again, s = await D(e, t, o?.of === t && o.until_s >= r ? r : a, ({ engine: e, scenario: n }) => e.ask({\n		ask: \"again\",\n		scenario: n,\n		flow: t,\n		to_s: a\n	}));\n	return s?.again ? s.engine.ask({\n		ask: \"marked\",\n		run: s.again.run,\n		flow: t,\n		from_s: n,\n		to_s: r,\n		most: i\n	}) : null;\n}\nasync function k({ key: e, port: t, from_s: n, to_s: r, most: i }) {\n	let a = await D(e, JSON.stringify([\n		t,\n		n,\n		r,\n		i\n	]), r, ({ engine: e, scenario: a }) => e.ask({\n		ask: \"again\",\n		scenario: a,\n		port: t,\n		from_s: n,\n		to_s: r,\n		most: i\n	}));\n	return a?.again ? a.engine.ask({\n		ask: \"lanes\",\n		run: a.again.run,\n		port: t,\n		from_s: n,\n		to_s: r\n	}) : null;\n}\nfunction A(e) {\n	if (e instanceof a) {\n		let { kind: t, issues: n } = e;\n		return {\n			kind: t,\n			message: e.message,\n			issues: n.map((e) => ({\n				...e,\n				text: j(e)\n			}))\n		};\n	}\n	return {\n		kind: \"browser\",\n		message: e instanceof Error ? e.message : String(e),\n		issues: []\n	};\n}\nfunction j({ path: e, value: t, rule: n }) {\n	return t === null ? `${e}: ${n}` : `${e}: ${t} is not allowed; ${n}`;\n}\nvar M = Promise.resolve();\np.onmessage = ({ data: e }) => {\n	e.ask === \"run\" && v.set(e.key, e.id), e.ask === \"forget\" && v.delete(e.key);\n	let t = e.ask === \"marked\" || e.ask === \"lanes\", n = t ? M.then(() => S(e)) : S(e);\n	t && (M = n.catch(() => void 0)), n.then((t) => p.postMessage({\n		id: e.id,\n		ok: t\n	}), (t) => p.postMessage({\n		id: e.id,\n		failed: A(t)\n	}));\n};\n"], { type: "text/javascript" }))), i = new S(r, await n.catch(() => /* @__PURE__ */ new ArrayBuffer(0))), a = new so(e, i);
	return t.append(a.box), n.then(() => a.begin()).catch((e) => a.fail(e)), () => {
		a.destroy(), i.end(), URL.revokeObjectURL(r.href);
	};
}
var lo = { render: co };
export { lo as default };
