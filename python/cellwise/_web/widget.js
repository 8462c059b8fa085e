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
// src/compute/runner.ts
var h = 0, g = "The simulator could not be started: this page or browser allows it no worker.", _ = class extends Error {
	kind;
	issues;
	constructor({ kind: e, message: t, issues: n }) {
		super(t), this.kind = e, this.issues = n;
	}
}, v = class {
	script;
	module;
	worker;
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
		e.onmessage = ({ data: e }) => this.answered(e), e.onerror = () => this.ended(g);
		let t = this.module instanceof URL ? this.module.href : this.module;
		return e.postMessage({
			id: h,
			ask: "load",
			module: t
		}), e;
	}
	opened() {
		try {
			let e = this.script.protocol === "blob:" ? "classic" : "module";
			return new Worker(this.script, {
				type: e,
				name: "cellwise"
			});
		} catch {
			throw new _({
				kind: "browser",
				message: g,
				issues: []
			});
		}
	}
	answered(e) {
		let t = this.waiting.get(e.id);
		if ("share" in e) return t?.onShare(e.share);
		if (this.waiting.delete(e.id), e.id === h && "failed" in e) return this.ended(e.failed.message);
		"failed" in e ? t?.reject(new _(e.failed)) : t?.resolve(e.ok);
	}
	ended(e) {
		for (let { reject: t } of this.waiting.values()) t(new _({
			kind: "browser",
			message: e,
			issues: []
		}));
		this.waiting.clear(), this.worker?.terminate(), this.worker = void 0;
	}
};
// src/live/control.ts
function y(e, t) {
	return e.kind === "choice" ? b(e, t) : x(e, t);
}
function b({ label: t, values: n, at: r }, i) {
	let a = s("live"), o = e("select", {
		id: a,
		onchange: () => i(o.selectedIndex)
	}, n.map((t, n) => e("option", { selected: n === r }, t)));
	return {
		element: e("span", { class: "cw-control" }, e("label", { for: a }, t), o),
		choose: (e) => o.selectedIndex = e
	};
}
function x({ label: t, values: n, at: r }, i) {
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
function S(e) {
	let t = Number(e.toPrecision(12)), n = String(t);
	return n.includes("e") && Math.abs(t) < 0x38d7ea4c68000 && Math.abs(t) >= 1e-9 ? t.toFixed(12).replace(/\.?0+$/, "") : n;
}
function C(e, t) {
	return e === 0 ? 0 : Number(e.toPrecision(t));
}
var w = [
	[1e9, "G"],
	[1e6, "M"],
	[1e3, "k"],
	[1, ""]
];
function T(e, t = "") {
	if (e == null || !Number.isFinite(e)) return "–";
	if (t === "s") return E(e);
	let n = Math.abs(e);
	if (t.endsWith("bit/s") || t === "bps") {
		let [t, r] = w.find(([e]) => n >= e) ?? [1, ""];
		return `${S(C(e / t, 4))} ${r}bit/s`;
	}
	let r = S(n >= 1e3 && Number.isInteger(e) ? e : C(e, 4));
	return t ? `${r} ${t}` : r;
}
function E(e, t = 5) {
	let n = Math.abs(e), [r, i] = n >= 1 || n === 0 ? [1, "s"] : n >= .001 ? [.001, "ms"] : n >= 1e-6 ? [1e-6, "µs"] : [1e-9, "ns"];
	return `${S(C(e / r, t))} ${i}`;
}
// src/live/example.ts
var D = class {
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
function O({ summary: e }) {
	let t = e?.throughput_bps ?? 0, n = e?.cell_loss_ratio ?? 0, r = e?.audit?.sent ? `; ${S(Number((100 * n).toPrecision(3)))} % of the cells lost` : "";
	return `All flows together: ${T(Number(t.toPrecision(4)), "bit/s")}${r}.`;
}
// src/plot/curves.ts
var k = [
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
], ee = /* @__PURE__ */ new Set(["busy"]);
function A(e) {
	let t = new Set(k.flatMap((e) => e.quantities)), n = [...new Set(e.map((e) => e.info.quantity))].filter((e) => !t.has(e) && !ee.has(e));
	return [...k, ...n.map((e) => ({
		name: e,
		title: e,
		quantities: [e],
		zero: !0
	}))].map((t) => ({
		family: t,
		curves: e.filter((e) => t.quantities.includes(e.info.quantity))
	})).filter((e) => e.curves.length > 0);
}
function te(e, t, n, r = 7) {
	let i = ne(e);
	if (t === "*") return e;
	if (t) return e.filter((e) => e.info.target === t);
	let a = new Set(e.map((e) => e.run)).size > 1 ? i.slice(0, 1) : i.slice(0, r), o = e.filter((e) => a.includes(e.info.target));
	return o.length <= 2 ? o : o.filter((e) => e.info.quantity === n.quantities[0] || !o.some((e) => e.info.quantity === n.quantities[0]));
}
function ne(e) {
	return [...new Set(e.map((e) => e.info.target))];
}
function re(e, t, n) {
	let r = new Set(t.map((e) => e.run)).size > 1, i = ne(t).indexOf(e.info.target), a = n.quantities.indexOf(e.info.quantity);
	return r ? {
		colour: e.rank,
		dash: a > 0 ? a : i
	} : {
		colour: i,
		dash: a
	};
}
function ie({ time_s: e }, t) {
	let n = 0, r = e.length;
	for (; n < r;) {
		let i = n + r >> 1;
		(e[i] ?? 0) <= t ? n = i + 1 : r = i;
	}
	return n;
}
function ae(e, t) {
	let n = e.value[ie(e, t) - 1];
	return n === void 0 || !Number.isFinite(n) ? null : n;
}
function oe(e, t, n) {
	let r = ae(e, t - n / 2), i = e.value.subarray(ie(e, t - n / 2), ie(e, t + n / 2)), a = [...r === null ? [] : [r], ...i].filter(Number.isFinite);
	return a.length ? Math.max(...a) : null;
}
function j({ info: e }) {
	return e.peak ? [{
		name: "true peak",
		value: e.peak,
		peak: !0
	}] : [];
}
function M(e, t) {
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
function N({ value: e }) {
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
function se(e) {
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
function P(e) {
	return /[",\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function F(e) {
	let t = ["run,quantity,target,unit,time_s,value"];
	for (let n of e) for (let { run: e, quantity: r, target: i, unit: a, points: o } of n.curves) {
		let s = [
			e,
			r,
			i,
			a
		].map(P).join(",");
		o.time_s.forEach((e, r) => {
			e >= n.from_s && e <= n.to_s && t.push(`${s},${e},${o.value[r]}`);
		});
	}
	return `${t.join("\n")}\n`;
}
function ce(e, t, n) {
	let r = (t - e) / Math.max(n, 1);
	if (!(r > 0)) return [e];
	let i = 10 ** Math.floor(Math.log10(r)), a = ([
		1,
		2,
		5,
		10
	].find((e) => e * i >= r * (1 - 1e-9)) ?? 10) * i, o = [];
	for (let n = Math.ceil(e / a - 1e-9); n * a <= t + a * 1e-9; n += 1) o.push(C(n * a, 12));
	return o;
}
// node_modules/uplot/dist/uPlot.esm.js
var le = !0, ue = "uplot", de = "u-hz", fe = "u-vt", pe = "u-title", me = "u-wrap", he = "u-under", ge = "u-over", _e = "u-axis", ve = "u-off", ye = "u-select", be = "u-cursor-x", xe = "u-cursor-y", Se = "u-cursor-pt", Ce = "u-legend", we = "u-live", Te = "u-inline", Ee = "u-series", De = "u-marker", Oe = "u-label", ke = "u-value", Ae = "width", je = "height", Me = "top", Ne = "bottom", Pe = "left", Fe = "right", Ie = "#000", Le = "#0000", Re = "mousemove", ze = "mousedown", Be = "mouseup", Ve = "mouseenter", He = "mouseleave", Ue = "dblclick", We = "resize", Ge = "scroll", Ke = "change", qe = "dppxchange", Je = "--", Ye = typeof window < "u", Xe = Ye ? document : null, Ze = Ye ? window : null, Qe = Ye ? navigator : null, I, $e;
function et() {
	let e = devicePixelRatio;
	I != e && (I = e, $e && mt(Ke, $e, et), $e = matchMedia(`(min-resolution: ${I - .001}dppx) and (max-resolution: ${I + .001}dppx)`), pt(Ke, $e, et), Ze.dispatchEvent(new CustomEvent(qe)));
}
function tt(e, t) {
	if (t != null) {
		let n = e.classList;
		!n.contains(t) && n.add(t);
	}
}
function nt(e, t) {
	let n = e.classList;
	n.contains(t) && n.remove(t);
}
function L(e, t, n) {
	e.style[t] = n + "px";
}
function rt(e, t, n, r) {
	let i = Xe.createElement(e);
	return t != null && tt(i, t), n?.insertBefore(i, r), i;
}
function it(e, t) {
	return rt("div", e, t);
}
var at = /* @__PURE__ */ new WeakMap();
function ot(e, t, n, r, i) {
	let a = "translate(" + t + "px," + n + "px)";
	a != at.get(e) && (e.style.transform = a, at.set(e, a), t < 0 || n < 0 || t > r || n > i ? tt(e, ve) : nt(e, ve));
}
var st = /* @__PURE__ */ new WeakMap();
function ct(e, t, n) {
	let r = t + n;
	r != st.get(e) && (st.set(e, r), e.style.background = t, e.style.borderColor = n);
}
var lt = /* @__PURE__ */ new WeakMap();
function ut(e, t, n, r) {
	let i = t + "" + n;
	i != lt.get(e) && (lt.set(e, i), e.style.height = n + "px", e.style.width = t + "px", e.style.marginLeft = r ? -t / 2 + "px" : 0, e.style.marginTop = r ? -n / 2 + "px" : 0);
}
var dt = { passive: !0 }, ft = {
	...dt,
	capture: !0
};
function pt(e, t, n, r) {
	t.addEventListener(e, n, r ? ft : dt);
}
function mt(e, t, n, r) {
	t.removeEventListener(e, n, dt);
}
Ye && et();
function ht(e, t, n, r) {
	let i;
	n ||= 0, r ||= t.length - 1;
	let a = r <= 2147483647;
	for (; r - n > 1;) i = a ? n + r >> 1 : Nt((n + r) / 2), t[i] < e ? n = i : r = i;
	return e - t[n] <= t[r] - e ? n : r;
}
function gt(e) {
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
var R = (e) => e != null, z = (e) => e != null && e > 0, _t = gt(R), vt = gt(z);
function yt(e, t, n, r = 0, i = !1) {
	let a = i ? vt : _t, o = i ? z : R;
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
function bt(e, t, n, r) {
	let i = zt(e), a = zt(t);
	e == t && (i == -1 ? (e *= n, t /= n) : (e /= n, t *= n));
	let o = n == 10 ? Bt : Vt, s = i == 1 ? Nt : Ft, c = a == 1 ? Ft : Nt, l = s(o(Mt(e))), u = c(o(Mt(t))), d = Rt(n, l), f = Rt(n, u);
	return n == 10 && (l < 0 && (d = W(d, -l)), u < 0 && (f = W(f, -u))), r || n == 2 ? (e = d * i, t = f * a) : (e = rn(e, d), t = nn(t, f)), [e, t];
}
function xt(e, t, n, r) {
	let i = bt(e, t, n, r);
	return e == 0 && (i[0] = 0), t == 0 && (i[1] = 0), i;
}
var St = .1, Ct = {
	mode: 3,
	pad: St
}, wt = {
	pad: 0,
	soft: null,
	mode: 0
}, Tt = {
	min: wt,
	max: wt
};
function Et(e, t, n, r) {
	return hn(n) ? Ot(e, t, n) : (wt.pad = n, wt.soft = r ? 0 : null, wt.mode = r ? 3 : 0, Ot(e, t, Tt));
}
function B(e, t) {
	return e ?? t;
}
function Dt(e, t, n) {
	for (t = B(t, 0), n = B(n, e.length - 1); t <= n;) {
		if (e[t] != null) return !0;
		t++;
	}
	return !1;
}
function Ot(e, t, n) {
	let r = n.min, i = n.max, a = B(r.pad, 0), o = B(i.pad, 0), s = B(r.hard, -H), c = B(i.hard, H), l = B(r.soft, H), u = B(i.soft, -H), d = B(r.mode, 0), f = B(i.mode, 0), p = t - e, m = Bt(p), h = Lt(Mt(e), Mt(t)), g = Mt(Bt(h) - m);
	(p < 1e-24 || g > 10) && (p = 0, (e == 0 || t == 0) && (p = 1e-24, d == 2 && l != H && (a = 0), f == 2 && u != -H && (o = 0)));
	let _ = p || h || 1e3, v = Rt(10, Nt(Bt(_))), y = W(rn(e - _ * (p == 0 ? e == 0 ? .1 : 1 : a), v / 10), 24), b = e >= l && (d == 1 || d == 3 && y <= l || d == 2 && y >= l) ? l : H, x = Lt(s, y < b && e >= b ? b : It(b, y)), S = W(nn(t + _ * (p == 0 ? t == 0 ? .1 : 1 : o), v / 10), 24), C = t <= u && (f == 1 || f == 3 && S >= u || f == 2 && S <= u) ? u : -H, w = It(c, S > C && t <= C ? C : Lt(C, S));
	return x == w && x == 0 && (w = 100), [x, w];
}
var kt = new Intl.NumberFormat(Ye ? Qe.language : "en-US"), At = (e) => kt.format(e), V = Math, jt = V.PI, Mt = V.abs, Nt = V.floor, Pt = V.round, Ft = V.ceil, It = V.min, Lt = V.max, Rt = V.pow, zt = V.sign, Bt = V.log10, Vt = V.log2, Ht = (e, t = 1) => V.sinh(e) * t, Ut = (e, t = 1) => V.asinh(e / t), H = Infinity;
function Wt(e) {
	return (Bt((e ^ e >> 31) - (e >> 31)) | 0) + 1;
}
function Gt(e, t, n) {
	return It(Lt(e, t), n);
}
function Kt(e) {
	return typeof e == "function";
}
function U(e) {
	return Kt(e) ? e : () => e;
}
var qt = () => {}, Jt = (e) => e, Yt = (e, t) => t, Xt = (e) => null, Zt = (e) => !0, Qt = (e, t) => e == t, $t = /\.\d*?(?=9{6,}|0{6,})/gm, en = (e) => {
	if (fn(e) || an.has(e)) return e;
	let t = `${e}`, n = t.match($t);
	if (n == null) return e;
	let r = n[0].length - 1;
	if (t.indexOf("e-") != -1) {
		let [e, n] = t.split("e");
		return +`${en(e)}e${n}`;
	}
	return W(e, r);
};
function tn(e, t) {
	return en(W(en(e / t)) * t);
}
function nn(e, t) {
	return en(Ft(en(e / t)) * t);
}
function rn(e, t) {
	return en(Nt(en(e / t)) * t);
}
function W(e, t = 0) {
	if (fn(e)) return e;
	let n = 10 ** t;
	return Pt(e * n * (1 + 2 ** -52)) / n;
}
var an = /* @__PURE__ */ new Map();
function on(e) {
	return (("" + e).split(".")[1] || "").length;
}
function sn(e, t, n, r) {
	let i = [], a = r.map(on);
	for (let o = t; o < n; o++) {
		let t = Mt(o), n = W(Rt(e, o), t);
		for (let s = 0; s < r.length; s++) {
			let c = e == 10 ? +`${r[s]}e${o}` : r[s] * n, l = (o >= 0 ? 0 : t) + (o >= a[s] ? 0 : a[s]), u = e == 10 ? c : W(c, l);
			i.push(u), an.set(u, l);
		}
	}
	return i;
}
var cn = {}, ln = [], un = [null, null], dn = Array.isArray, fn = Number.isInteger, pn = (e) => e === void 0;
function mn(e) {
	return typeof e == "string";
}
function hn(e) {
	let t = !1;
	if (e != null) {
		let n = e.constructor;
		t = n == null || n == Object;
	}
	return t;
}
function gn(e) {
	return typeof e == "object" && !!e;
}
var _n = Object.getPrototypeOf(Uint8Array), vn = "__proto__";
function yn(e, t = hn) {
	let n;
	if (dn(e)) {
		let r = e.find((e) => e != null);
		if (dn(r) || t(r)) {
			n = Array(e.length);
			for (let r = 0; r < e.length; r++) n[r] = yn(e[r], t);
		} else n = e.slice();
	} else if (e instanceof _n) n = e.slice();
	else if (t(e)) {
		n = {};
		for (let r in e) r != vn && (n[r] = yn(e[r], t));
	} else n = e;
	return n;
}
function bn(e) {
	let t = arguments;
	for (let n = 1; n < t.length; n++) {
		let r = t[n];
		for (let t in r) t != vn && (hn(e[t]) ? bn(e[t], yn(r[t])) : e[t] = yn(r[t]));
	}
	return e;
}
var xn = 0, Sn = 1, Cn = 2;
function wn(e, t, n) {
	for (let r = 0, i, a = -1; r < t.length; r++) {
		let o = t[r];
		if (o > a) {
			for (i = o - 1; i >= 0 && e[i] == null;) e[i--] = null;
			for (i = o + 1; i < n && e[i] == null;) e[a = i++] = null;
		}
	}
}
function Tn(e, t) {
	if (On(e)) {
		let t = e[0].slice();
		for (let n = 1; n < e.length; n++) t.push(...e[n].slice(1));
		return kn(t[0]) || (t = Dn(t)), t;
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
			let c = o[e], l = Array(i).fill(void 0), u = t ? t[n][e] : Sn, d = [];
			for (let e = 0; e < c.length; e++) {
				let t = c[e], n = a.get(s[e]);
				t === null ? u != xn && (l[n] = t, u == Cn && d.push(n)) : l[n] = t;
			}
			wn(l, d, i), r.push(l);
		}
	}
	return r;
}
var En = typeof queueMicrotask > "u" ? (e) => Promise.resolve().then(e) : queueMicrotask;
function Dn(e) {
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
function On(e) {
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
function kn(e, t = 100) {
	let n = e.length;
	if (n <= 1) return !0;
	let r = 0, i = n - 1;
	for (; r <= i && e[r] == null;) r++;
	for (; i >= r && e[i] == null;) i--;
	if (i <= r) return !0;
	let a = Lt(1, Nt((i - r + 1) / t));
	for (let t = e[r], n = r + a; n <= i; n += a) {
		let r = e[n];
		if (r != null) {
			if (r <= t) return !1;
			t = r;
		}
	}
	return !0;
}
var An = [
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
], jn = [
	"Sunday",
	"Monday",
	"Tuesday",
	"Wednesday",
	"Thursday",
	"Friday",
	"Saturday"
];
function Mn(e) {
	return e.slice(0, 3);
}
var Nn = jn.map(Mn), Pn = {
	MMMM: An,
	MMM: An.map(Mn),
	WWWW: jn,
	WWW: Nn
};
function Fn(e) {
	return (e < 10 ? "0" : "") + e;
}
function In(e) {
	return (e < 10 ? "00" : e < 100 ? "0" : "") + e;
}
var Ln = {
	YYYY: (e) => e.getFullYear(),
	YY: (e) => (e.getFullYear() + "").slice(2),
	MMMM: (e, t) => t.MMMM[e.getMonth()],
	MMM: (e, t) => t.MMM[e.getMonth()],
	MM: (e) => Fn(e.getMonth() + 1),
	M: (e) => e.getMonth() + 1,
	DD: (e) => Fn(e.getDate()),
	D: (e) => e.getDate(),
	WWWW: (e, t) => t.WWWW[e.getDay()],
	WWW: (e, t) => t.WWW[e.getDay()],
	HH: (e) => Fn(e.getHours()),
	H: (e) => e.getHours(),
	h: (e) => {
		let t = e.getHours();
		return t == 0 ? 12 : t > 12 ? t - 12 : t;
	},
	AA: (e) => e.getHours() >= 12 ? "PM" : "AM",
	aa: (e) => e.getHours() >= 12 ? "pm" : "am",
	a: (e) => e.getHours() >= 12 ? "p" : "a",
	mm: (e) => Fn(e.getMinutes()),
	m: (e) => e.getMinutes(),
	ss: (e) => Fn(e.getSeconds()),
	s: (e) => e.getSeconds(),
	fff: (e) => In(e.getMilliseconds())
};
function Rn(e, t) {
	t ||= Pn;
	let n = [], r = /\{([a-z]+)\}|[^{]+/gi, i;
	for (; i = r.exec(e);) n.push(i[0][0] == "{" ? Ln[i[1]] : i[0]);
	return (e) => {
		let r = "";
		for (let i = 0; i < n.length; i++) r += typeof n[i] == "string" ? n[i] : n[i](e, t);
		return r;
	};
}
var zn = new Intl.DateTimeFormat().resolvedOptions().timeZone;
function Bn(e, t) {
	let n;
	return t == "UTC" || t == "Etc/UTC" ? n = /* @__PURE__ */ new Date(+e + e.getTimezoneOffset() * 6e4) : t == zn ? n = e : (n = new Date(e.toLocaleString("en-US", { timeZone: t })), n.setMilliseconds(e.getMilliseconds())), n;
}
var Vn = (e) => e % 1 == 0, G = [
	1,
	2,
	2.5,
	5
], Hn = sn(10, -32, 0, G), Un = sn(10, 0, 32, G), Wn = Un.filter(Vn), Gn = Hn.concat(Un), Kn = "\n", qn = "{YYYY}", Jn = Kn + qn, Yn = "{M}/{D}", Xn = Kn + Yn, Zn = Xn + "/{YY}", Qn = "{aa}", $n = "{h}:{mm}" + Qn, er = Kn + $n, tr = ":{ss}", K = null;
function nr(e) {
	let t = e * 1e3, n = t * 60, r = n * 60, i = r * 24, a = i * 30, o = i * 365, s = (e == 1 ? sn(10, 0, 3, G).filter(Vn) : sn(10, -3, 0, G)).concat([
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
			qn,
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
			Jn,
			K,
			K,
			K,
			K,
			K,
			1
		],
		[
			i,
			Yn,
			Jn,
			K,
			K,
			K,
			K,
			K,
			1
		],
		[
			r,
			"{h}" + Qn,
			Zn,
			K,
			Xn,
			K,
			K,
			K,
			1
		],
		[
			n,
			$n,
			Zn,
			K,
			Xn,
			K,
			K,
			K,
			1
		],
		[
			t,
			tr,
			Zn + " " + $n,
			K,
			Xn + " " + $n,
			K,
			er,
			K,
			1
		],
		[
			e,
			tr + ".{fff}",
			Zn + " " + $n,
			K,
			Xn + " " + $n,
			K,
			er,
			K,
			1
		]
	];
	function l(t) {
		return (s, c, l, u, d, f) => {
			let p = [], m = d >= o, h = d >= a && d < o, g = t(l), _ = W(g * e, 3), v = fr(g.getFullYear(), m ? 0 : g.getMonth(), h || m ? 1 : g.getDate()), y = W(v * e, 3);
			if (h || m) {
				let n = h ? d / a : 0, r = m ? d / o : 0, i = _ == y ? _ : W(fr(v.getFullYear() + r, v.getMonth() + n, 1) * e, 3), s = new Date(Pt(i / e)), c = s.getFullYear(), l = s.getMonth();
				for (let a = 0; i <= u; a++) {
					let o = fr(c + r * a, l + n * a, 1), s = o - t(W(o * e, 3));
					i = W((+o + s) * e, 3), i <= u && p.push(i);
				}
			} else {
				let a = d >= i ? i : d, o = y + (Nt(l) - Nt(_)) + nn(_ - y, a);
				p.push(o);
				let m = t(o), h = m.getHours() + m.getMinutes() / n + m.getSeconds() / r, g = d / r, v = f / s.axes[c]._space;
				for (; o = W(o + d, e == 1 ? 0 : 3), !(o > u);) if (g > 1) {
					let e = Nt(W(h + g, 6)) % 24, n = t(o).getHours() - e;
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
var [rr, ir, ar] = nr(1), [or, sr, cr] = nr(.001);
sn(2, -53, 53, [1]);
function lr(e, t) {
	return e.map((e) => e.map((n, r) => r == 0 || r == 8 || n == null ? n : t(r == 1 || e[8] == 0 ? n : e[1] + n)));
}
function ur(e, t) {
	return (n, r, i, a, o) => {
		let s = t.find((e) => o >= e[0]) || t[t.length - 1], c, l, u, d, f, p;
		return r.map((t) => {
			let n = e(t), r = n.getFullYear(), i = n.getMonth(), a = n.getDate(), o = n.getHours(), m = n.getMinutes(), h = n.getSeconds(), g = r != c && s[2] || i != l && s[3] || a != u && s[4] || o != d && s[5] || m != f && s[6] || h != p && s[7] || s[1];
			return c = r, l = i, u = a, d = o, f = m, p = h, g(n);
		});
	};
}
function dr(e, t) {
	let n = Rn(t);
	return (t, r, i, a, o) => r.map((t) => n(e(t)));
}
function fr(e, t, n) {
	return new Date(e, t, n);
}
function pr(e, t) {
	return t(e);
}
var mr = "{YYYY}-{MM}-{DD} {h}:{mm}{aa}";
function hr(e, t) {
	return (n, r, i, a) => a == null ? Je : t(e(r));
}
function gr(e, t) {
	let n = e.series[t];
	return n.width ? n.stroke(e, t) : n.points.width ? n.points.stroke(e, t) : null;
}
function _r(e, t) {
	return e.series[t].fill(e, t);
}
var vr = {
	show: !0,
	live: !0,
	isolate: !1,
	mount: qt,
	markers: {
		show: !0,
		width: 2,
		stroke: gr,
		fill: _r,
		dash: "solid"
	},
	idx: null,
	idxs: null,
	values: []
};
function yr(e, t) {
	let n = e.cursor.points, r = it(), i = n.size(e, t);
	L(r, Ae, i), L(r, je, i);
	let a = i / -2;
	L(r, "marginLeft", a), L(r, "marginTop", a);
	let o = n.width(e, t, i);
	return o && L(r, "borderWidth", o), r;
}
function br(e, t) {
	let n = e.series[t].points;
	return n._fill || n._stroke;
}
function xr(e, t) {
	let n = e.series[t].points;
	return n._stroke || n._fill;
}
function Sr(e, t) {
	return e.series[t].points.size;
}
var Cr = [0, 0];
function wr(e, t, n) {
	return Cr[0] = t, Cr[1] = n, Cr;
}
function Tr(e, t, n, r = !0) {
	return (e) => {
		e.button != 0 || r && e.target != t || n(e);
	};
}
function Er(e, t, n, r = !0) {
	return (e) => {
		r && e.target != t || n(e);
	};
}
var Dr = {
	show: !0,
	x: !0,
	y: !0,
	lock: !1,
	move: wr,
	points: {
		one: !1,
		show: yr,
		size: Sr,
		width: 0,
		stroke: xr,
		fill: br
	},
	bind: {
		mousedown: Tr,
		mouseup: Tr,
		click: Tr,
		dblclick: Tr,
		mousemove: Er,
		mouseleave: Er,
		mouseenter: Er
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
}, Or = {
	show: !0,
	stroke: "rgba(0,0,0,0.07)",
	width: 2
}, kr = bn({}, Or, { filter: Yt }), Ar = bn({}, kr, { size: 10 }), jr = bn({}, Or, { show: !1 }), Mr = "12px system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, \"Noto Sans\", sans-serif, \"Apple Color Emoji\", \"Segoe UI Emoji\", \"Segoe UI Symbol\", \"Noto Color Emoji\"", Nr = "bold " + Mr, Pr = 1.5, Fr = {
	show: !0,
	scale: "x",
	stroke: Ie,
	space: 50,
	gap: 5,
	alignTo: 1,
	size: 50,
	labelGap: 0,
	labelSize: 30,
	labelFont: Nr,
	side: 2,
	grid: kr,
	ticks: Ar,
	border: jr,
	font: Mr,
	lineGap: Pr,
	rotate: 0
}, Ir = "Value", Lr = "Time", Rr = {
	show: !0,
	scale: "x",
	auto: !1,
	sorted: 1,
	min: H,
	max: -Infinity,
	idxs: []
};
function zr(e, t, n, r, i) {
	return t.map((e) => e == null ? "" : At(e));
}
function Br(e, t, n, r, i, a, o) {
	let s = [], c = an.get(i) || 0;
	n = o ? n : W(nn(n, i), c);
	for (let e = n; e <= r; e = W(e + i, c)) s.push(Object.is(e, -0) ? 0 : e);
	return s;
}
function Vr(e, t, n, r, i, a, o) {
	let s = [], c = e.scales[e.axes[t].scale].log;
	i = Rt(c, Nt((c == 10 ? Bt : Vt)(n))), c == 10 && (i = Gn[ht(i, Gn)]);
	let l = n, u = i * c;
	c == 10 && (u = Gn[ht(u, Gn)]);
	do
		s.push(l), l += i, c == 10 && !an.has(l) && (l = W(l, an.get(i))), l >= u && (i = l, u = i * c, c == 10 && (u = Gn[ht(u, Gn)]));
	while (l <= r);
	return s;
}
function Hr(e, t, n, r, i, a, o) {
	let s = e.scales[e.axes[t].scale].asinh, c = r > s ? Vr(e, t, Lt(s, n), r, i) : [s], l = r >= 0 && n <= 0 ? [0] : [];
	return (n < -s ? Vr(e, t, Lt(s, -r), -n, i) : [s]).reverse().map((e) => -e).concat(l, c);
}
var Ur = /./, Wr = /[12357]/, Gr = /[125]/, Kr = /1/, qr = (e, t, n, r) => e.map((e, i) => t == 4 && e == 0 || i % r == 0 && n.test(e.toExponential()[+(e < 0)]) ? e : null);
function Jr(e, t, n, r, i) {
	let a = e.axes[n], o = a.scale, s = e.scales[o], c = e.valToPos, l = a._space, u = c(10, o), d = c(9, o) - u >= l ? Ur : c(7, o) - u >= l ? Wr : c(5, o) - u >= l ? Gr : Kr;
	if (d == Kr) {
		let e = Mt(c(1, o) - u);
		if (e < l) return qr(t.slice().reverse(), s.distr, d, Ft(l / e)).reverse();
	}
	return qr(t, s.distr, d, 1);
}
function Yr(e, t, n, r, i) {
	let a = e.axes[n], o = a.scale, s = a._space, c = e.valToPos, l = Mt(c(1, o) - c(2, o));
	return l < s ? qr(t.slice().reverse(), 3, Ur, Ft(s / l)).reverse() : t;
}
function Xr(e, t, n, r) {
	return r == null ? Je : t == null ? "" : At(t);
}
var Zr = {
	show: !0,
	scale: "y",
	stroke: Ie,
	space: 30,
	gap: 5,
	alignTo: 1,
	size: 50,
	labelGap: 0,
	labelSize: 30,
	labelFont: Nr,
	side: 3,
	grid: kr,
	ticks: Ar,
	border: jr,
	font: Mr,
	lineGap: Pr,
	rotate: 0
};
function Qr(e, t) {
	return W((3 + (e || 1) * 2) * t, 3);
}
function $r(e, t) {
	let { scale: n, idxs: r } = e.series[0], i = e._data[0], a = e.valToPos(i[r[0]], n, !0), o = Mt(e.valToPos(i[r[1]], n, !0) - a) / (e.series[t].points.space * I);
	return r[1] - r[0] <= o;
}
var ei = {
	scale: null,
	auto: !0,
	sorted: 0,
	min: H,
	max: -Infinity
}, ti = (e, t, n, r, i) => i, ni = {
	show: !0,
	auto: !0,
	sorted: 0,
	gaps: ti,
	alpha: 1,
	facets: [bn({}, ei, { scale: "x" }), bn({}, ei, { scale: "y" })]
}, ri = {
	scale: "y",
	auto: !0,
	sorted: 0,
	show: !0,
	spanGaps: !1,
	gaps: ti,
	alpha: 1,
	points: {
		show: $r,
		filter: null
	},
	values: null,
	min: H,
	max: -Infinity,
	idxs: [],
	path: null,
	clip: null
};
function ii(e, t, n, r, i) {
	return n / 10;
}
var ai = {
	time: le,
	auto: !0,
	distr: 1,
	log: 10,
	asinh: 1,
	min: null,
	max: null,
	dir: 1,
	ori: 0
}, oi = bn({}, ai, {
	time: !1,
	ori: 1
}), si = {};
function ci(e, t) {
	let n = si[e];
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
	}, e != null && (si[e] = n)), n;
}
var li = 1, ui = 2;
function di(e, t, n) {
	let r = e.mode, i = e.series[t], a = r == 2 ? e._data[t] : e._data, o = e.scales, s = e.bbox, c = a[0], l = r == 2 ? a[1] : a[t], u = r == 2 ? o[i.facets[0].scale] : o[e.series[0].scale], d = r == 2 ? o[i.facets[1].scale] : o[i.scale], f = s.left, p = s.top, m = s.width, h = s.height, g = e.valToPosH, _ = e.valToPosV;
	return u.ori == 0 ? n(i, c, l, u, d, g, _, f, p, m, h, bi, Si, q, wi, Y) : n(i, c, l, u, d, _, g, p, f, h, m, xi, Ci, J, Ti, Ei);
}
function fi(e, t) {
	let n = 0, r = 0, i = B(e.bands, ln);
	for (let e = 0; e < i.length; e++) {
		let a = i[e];
		a.series[0] == t ? n = a.dir : a.series[1] == t && (a.dir == 1 ? r |= 1 : r |= 2);
	}
	return [n, r == 1 ? -1 : r == 2 ? 1 : r == 3 ? 2 : 0];
}
function pi(e, t, n, r, i) {
	let a = e.mode, o = e.series[t], s = a == 2 ? o.facets[1].scale : o.scale, c = e.scales[s];
	return i == -1 ? c.min : i == 1 ? c.max : c.distr == 3 ? c.dir == 1 ? c.min : c.max : 0;
}
function mi(e, t, n, r, i, a) {
	return di(e, t, (e, t, o, s, c, l, u, d, f, p, m) => {
		let h = e.pxRound, g = s.dir * (s.ori == 0 ? 1 : -1), _ = s.ori == 0 ? Si : Ci, v, y;
		g == 1 ? (v = n, y = r) : (v = r, y = n);
		let b = h(l(t[v], s, p, d)), x = h(u(o[v], c, m, f)), S = h(l(t[y], s, p, d)), C = h(u(a == 1 ? c.max : c.min, c, m, f)), w = new Path2D(i);
		return _(w, S, C), _(w, b, C), _(w, b, x), w;
	});
}
function hi(e, t, n, r, i, a) {
	let o = null;
	if (e.length > 0) {
		o = new Path2D();
		let s = t == 0 ? q : J, c = n;
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
function gi(e, t, n) {
	let r = e[e.length - 1];
	r && r[0] == t ? r[1] = n : e.push([t, n]);
}
function _i(e, t, n, r, i, a, o) {
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
function vi(e) {
	return e == 0 ? Jt : e == 1 ? Pt : (t) => tn(t, e);
}
function yi(e) {
	let t = e == 0 ? bi : xi, n = e == 0 ? (e, t, n, r, i, a) => {
		e.arcTo(t, n, r, i, a);
	} : (e, t, n, r, i, a) => {
		e.arcTo(n, t, i, r, a);
	}, r = e == 0 ? (e, t, n, r, i) => {
		e.rect(t, n, r, i);
	} : (e, t, n, r, i) => {
		e.rect(n, t, i, r);
	};
	return (e, i, a, o, s, c = 0, l = 0) => {
		c == 0 && l == 0 ? r(e, i, a, o, s) : (c = It(c, o / 2, s / 2), l = It(l, o / 2, s / 2), t(e, i + c, a), n(e, i + o, a, i + o, a + s, c), n(e, i + o, a + s, i, a + s, l), n(e, i, a + s, i, a, l), n(e, i, a, i + o, a, c), e.closePath());
	};
}
var bi = (e, t, n) => {
	e.moveTo(t, n);
}, xi = (e, t, n) => {
	e.moveTo(n, t);
}, Si = (e, t, n) => {
	e.lineTo(t, n);
}, Ci = (e, t, n) => {
	e.lineTo(n, t);
}, q = yi(0), J = yi(1), wi = (e, t, n, r, i, a) => {
	e.arc(t, n, r, i, a);
}, Ti = (e, t, n, r, i, a) => {
	e.arc(n, t, r, i, a);
}, Y = (e, t, n, r, i, a, o) => {
	e.bezierCurveTo(t, n, r, i, a, o);
}, Ei = (e, t, n, r, i, a, o) => {
	e.bezierCurveTo(n, t, i, r, o, a);
};
function X(e) {
	return (e, t, n, r, i) => di(e, t, (t, a, o, s, c, l, u, d, f, p, m) => {
		let { pxRound: h, points: g } = t, _, v;
		s.ori == 0 ? (_ = bi, v = wi) : (_ = xi, v = Ti);
		let y = W(g.width * I, 3), b = (g.size - g.width) / 2 * I, x = W(b * 2, 3), S = new Path2D(), C = new Path2D(), { left: w, top: T, width: E, height: D } = e.bbox;
		q(C, w - x, T - x, E + x * 2, D + x * 2);
		let O = (e) => {
			if (o[e] != null) {
				let t = h(l(a[e], s, p, d)), n = h(u(o[e], c, m, f));
				_(S, t + b, n), v(S, t, n, b, 0, jt * 2);
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
function Di(e) {
	return (t, n, r, i, a, o) => {
		r != i && (a != r && o != r && e(t, n, r), a != i && o != i && e(t, n, i), e(t, n, o));
	};
}
var Oi = Di(Si), ki = Di(Ci);
function Ai(e) {
	let t = B(e?.alignGaps, 0);
	return (e, n, r, i) => di(e, n, (a, o, s, c, l, u, d, f, p, m, h) => {
		[r, i] = _t(s, r, i);
		let g = a.pxRound, _ = (e) => g(u(e, c, m, f)), v = (e) => g(d(e, l, h, p)), y, b;
		c.ori == 0 ? (y = Si, b = Oi) : (y = Ci, b = ki);
		let x = c.dir * (c.ori == 0 ? 1 : -1), S = {
			stroke: new Path2D(),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: li
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
		let [T, E] = fi(e, n);
		if (a.fill != null || T != 0) {
			let t = S.fill = new Path2D(C), s = v(a.fillTo(e, n, a.min, a.max, T)), c = _(o[r]), l = _(o[i]);
			x == -1 && ([l, c] = [c, l]), y(t, l, s), y(t, c, s);
		}
		if (!a.spanGaps) {
			let l = [];
			w && l.push(..._i(o, s, r, i, x, _, t)), S.gaps = l = a.gaps(e, n, r, i, l), S.clip = hi(l, c.ori, f, p, m, h);
		}
		return E != 0 && (S.band = E == 2 ? [mi(e, n, r, i, C, -1), mi(e, n, r, i, C, 1)] : mi(e, n, r, i, C, E)), S;
	});
}
function ji(e) {
	let t = B(e.align, 1), n = B(e.ascDesc, !1), r = B(e.alignGaps, 0), i = B(e.extend, !1);
	return (e, a, o, s) => di(e, a, (c, l, u, d, f, p, m, h, g, _, v) => {
		[o, s] = _t(u, o, s);
		let y = c.pxRound, { left: b, width: x } = e.bbox, S = (e) => y(p(e, d, _, h)), C = (e) => y(m(e, f, v, g)), w = d.ori == 0 ? Si : Ci, T = {
			stroke: new Path2D(),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: li
		}, E = T.stroke, D = d.dir * (d.ori == 0 ? 1 : -1), O = C(u[D == 1 ? o : s]), k = S(l[D == 1 ? o : s]), ee = k, A = k;
		i && t == -1 && (A = b, w(E, A, O)), w(E, k, O);
		for (let e = D == 1 ? o : s; e >= o && e <= s; e += D) {
			let n = u[e];
			if (n == null) continue;
			let r = S(l[e]), i = C(n);
			t == 1 ? w(E, r, O) : w(E, ee, i), w(E, r, i), O = i, ee = r;
		}
		let te = ee;
		i && t == 1 && (te = b + x, w(E, te, O));
		let [ne, re] = fi(e, a);
		if (c.fill != null || ne != 0) {
			let t = T.fill = new Path2D(E), n = C(c.fillTo(e, a, c.min, c.max, ne));
			w(t, te, n), w(t, A, n);
		}
		if (!c.spanGaps) {
			let i = [];
			i.push(..._i(l, u, o, s, D, S, r));
			let f = c.width * I / 2, p = n || t == 1 ? f : -f, m = n || t == -1 ? -f : f;
			i.forEach((e) => {
				e[0] += p, e[1] += m;
			}), T.gaps = i = c.gaps(e, a, o, s, i), T.clip = hi(i, d.ori, h, g, _, v);
		}
		return re != 0 && (T.band = re == 2 ? [mi(e, a, o, s, E, -1), mi(e, a, o, s, E, 1)] : mi(e, a, o, s, E, re)), T;
	});
}
function Mi(e, t, n, r, i, a, o = H) {
	if (e.length > 1) {
		let s = null;
		for (let c = 0, l = Infinity; c < e.length; c++) if (t[c] !== void 0) {
			if (s != null) {
				let t = Mt(e[c] - e[s]);
				t < l && (l = t, o = Mt(n(e[c], r, i, a) - n(e[s], r, i, a)));
			}
			s = c;
		}
	}
	return o;
}
function Ni(e) {
	e ||= cn;
	let t = B(e.size, [
		.6,
		H,
		1
	]), n = e.align || 0, r = e.gap || 0, i = e.radius;
	i = i == null ? [0, 0] : typeof i == "number" ? [i, 0] : i;
	let a = U(i), o = 1 - t[0], s = B(t[1], H), c = B(t[2], 1), l = B(e.disp, cn), u = B(e.each, (e) => {}), { fill: d, stroke: f } = l;
	return (e, t, i, p) => di(e, t, (m, h, g, _, v, y, b, x, S, C, w) => {
		let T = m.pxRound, E = n, D = r * I, O = s * I, k = c * I, ee, A;
		_.ori == 0 ? [ee, A] = a(e, t) : [A, ee] = a(e, t);
		let te = _.dir * (_.ori == 0 ? 1 : -1), ne = _.ori == 0 ? q : J, re = _.ori == 0 ? u : (e, t, n, r, i, a, o) => {
			u(e, t, n, i, r, o, a);
		}, ie = B(e.bands, ln).find((e) => e.series[0] == t), ae = ie == null ? 0 : ie.dir, oe = m.fillTo(e, t, m.min, m.max, ae), j = T(b(oe, v, w, S)), M, N, se, P = C, F = T(m.width * I), ce = !1, le = null, ue = null, de = null, fe = null;
		d != null && (F == 0 || f != null) && (ce = !0, le = d.values(e, t, i, p), ue = /* @__PURE__ */ new Map(), new Set(le).forEach((e) => {
			e != null && ue.set(e, new Path2D());
		}), F > 0 && (de = f.values(e, t, i, p), fe = /* @__PURE__ */ new Map(), new Set(de).forEach((e) => {
			e != null && fe.set(e, new Path2D());
		})));
		let { x0: pe, size: me } = l;
		if (pe != null && me != null) {
			E = 1, h = pe.values(e, t, i, p), pe.unit == 2 && (h = h.map((t) => e.posToVal(x + t * C, _.key, !0)));
			let n = me.values(e, t, i, p);
			N = me.unit == 2 ? n[0] * C : y(n[0], _, C, x) - y(0, _, C, x), P = Mi(h, g, y, _, C, x, P), se = P - N + D;
		} else P = Mi(h, g, y, _, C, x, P), se = P * o + D, N = P - se;
		se < 1 && (se = 0), F >= N / 2 && (F = 0), se < 5 && (T = Jt);
		let he = se > 0, ge = P - se - (he ? F : 0);
		N = T(Gt(ge, k, O)), M = (E == 0 ? N / 2 : E == te ? 0 : N) - E * te * ((E == 0 ? D / 2 : 0) + (he ? F / 2 : 0));
		let _e = {
			stroke: null,
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: 0
		}, ve = ce ? null : new Path2D(), ye = null;
		if (ie != null) ye = e.data[ie.series[1]];
		else {
			let { y0: n, y1: r } = l;
			n != null && r != null && (g = r.values(e, t, i, p), ye = n.values(e, t, i, p));
		}
		let be = ee * N, xe = A * N;
		for (let n = te == 1 ? i : p; n >= i && n <= p; n += te) {
			let r = g[n];
			if (r == null) continue;
			if (ye != null) {
				let e = ye[n] ?? 0;
				if (r - e == 0) continue;
				j = b(e, v, w, S);
			}
			let i = y(_.distr != 2 || l != null ? h[n] : n, _, C, x), a = b(B(r, oe), v, w, S), o = T(i - M), s = T(Lt(a, j)), c = T(It(a, j)), u = s - c;
			if (r != null) {
				let i = r < 0 ? xe : be, a = r < 0 ? be : xe;
				ce ? (F > 0 && de[n] != null && ne(fe.get(de[n]), o, c + Nt(F / 2), N, Lt(0, u - F), i, a), le[n] != null && ne(ue.get(le[n]), o, c + Nt(F / 2), N, Lt(0, u - F), i, a)) : ne(ve, o, c + Nt(F / 2), N, Lt(0, u - F), i, a), re(e, t, n, o - F / 2, c, N + F, u);
			}
		}
		return F > 0 ? _e.stroke = ce ? fe : ve : ce || (_e._fill = m.width == 0 ? m._fill : m._stroke ?? m._fill, _e.width = 0), _e.fill = ce ? ue : ve, _e;
	});
}
function Pi(e, t) {
	let n = B(t?.alignGaps, 0);
	return (t, r, i, a) => di(t, r, (o, s, c, l, u, d, f, p, m, h, g) => {
		[i, a] = _t(c, i, a);
		let _ = o.pxRound, v = (e) => _(d(e, l, h, p)), y = (e) => _(f(e, u, g, m)), b, x, S;
		l.ori == 0 ? (b = bi, S = Si, x = Y) : (b = xi, S = Ci, x = Ei);
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
			flags: li
		}, k = O.stroke, [ee, A] = fi(t, r);
		if (o.fill != null || ee != 0) {
			let e = O.fill = new Path2D(k), n = y(o.fillTo(t, r, o.min, o.max, ee));
			S(e, T, n), S(e, w, n);
		}
		if (!o.spanGaps) {
			let e = [];
			e.push(..._i(s, c, i, a, C, v, n)), O.gaps = e = o.gaps(t, r, i, a, e), O.clip = hi(e, l.ori, p, m, h, g);
		}
		return A != 0 && (O.band = A == 2 ? [mi(t, r, i, a, k, -1), mi(t, r, i, a, k, 1)] : mi(t, r, i, a, k, A)), O;
	});
}
function Fi(e) {
	return Pi(Ii, e);
}
function Ii(e, t, n, r, i, a) {
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
var Li = /* @__PURE__ */ new Set();
function Ri() {
	for (let e of Li) e.syncRect(!0);
}
Ye && (pt(We, Ze, Ri), pt(Ge, Ze, Ri, !0), pt(qe, Ze, () => {
	Z.pxRatio = I;
}));
var zi = Ai(), Bi = X();
function Vi(e, t, n, r) {
	return (r ? [e[0], e[1]].concat(e.slice(2)) : [e[0]].concat(e.slice(1))).map((e, r) => Ui(e, r, t, n));
}
function Hi(e, t) {
	return e.map((e, n) => n == 0 ? {} : bn({}, t, e));
}
function Ui(e, t, n, r) {
	return bn({}, t == 0 ? n : r, e);
}
function Wi(e, t, n) {
	return t == null ? un : [t, n];
}
var Gi = Wi;
function Ki(e, t, n) {
	return t == null ? un : Et(t, n, St, !0);
}
function qi(e, t, n, r) {
	return t == null ? un : bt(t, n, e.scales[r].log, !1);
}
var Ji = qi;
function Yi(e, t, n, r) {
	return t == null ? un : xt(t, n, e.scales[r].log, !1);
}
var Xi = Yi;
function Zi(e, t, n, r, i) {
	let a = Lt(Wt(e), Wt(t)), o = t - e, s = ht(i / r * o, n);
	do {
		let e = n[s], t = r * e / o;
		if (t >= i && a + (e < 5 ? an.get(e) : 0) <= 17) return [e, t];
	} while (++s < n.length);
	return [0, 0];
}
function Qi(e) {
	let t, n;
	return e = e.replace(/(\d+)px/, (e, r) => (t = Pt((n = +r) * I)) + "px"), [
		e,
		t,
		n
	];
}
function $i(e) {
	e.show && [e.font, e.labelFont].forEach((e) => {
		let t = W(e[2] * I, 1);
		e[0] = e[0].replace(/[0-9.]+px/, t + "px"), e[1] = t;
	});
}
function Z(e, t, n) {
	let r = { mode: B(e.mode, 1) }, i = r.mode;
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
	let l = r.root = it(ue);
	if (e.id != null && (l.id = e.id), tt(l, e.class), e.title) {
		let t = it(pe, l);
		t.textContent = e.title;
	}
	let u = rt("canvas"), d = r.ctx = u.getContext("2d"), f = it(me, l);
	pt("click", f, (e) => {
		e.target === m && (q != bi || J != xi) && Ti.click(r, e);
	}, !0);
	let p = r.under = it(he, f);
	f.appendChild(u);
	let m = r.over = it(ge, f);
	e = yn(e);
	let h = +B(e.pxAlign, 1), g = vi(h);
	(e.plugins || []).forEach((t) => {
		t.opts && (e = t.opts(r, e) || e);
	});
	let _ = e.ms || .001, v = r.series = i == 1 ? Vi(e.series || [], Rr, ri, !1) : Hi(e.series || [null], ni), y = r.axes = Vi(e.axes || [], Fr, Zr, !0), b = r.scales = {}, x = r.bands = e.bands || [];
	x.forEach((e) => {
		e.fill = U(e.fill || null), e.dir = B(e.dir, -1);
	});
	let S = i == 2 ? v[1].facets[0].scale : v[0].scale, C = {
		axes: Ur,
		series: Cr
	}, w = (e.drawOrder || ["axes", "series"]).map((e) => C[e]);
	function T(e) {
		let t = e.distr == 3 ? (t) => Bt(t > 0 ? t : e.clamp(r, t, e.min, e.max, e.key)) : e.distr == 4 ? (t) => Ut(t, e.asinh) : e.distr == 100 ? (t) => e.fwd(t) : (e) => e;
		return (n) => {
			let r = t(n), { _min: i, _max: a } = e, o = a - i;
			return (r - i) / o;
		};
	}
	function E(t) {
		let n = b[t];
		if (n == null) {
			let r = (e.scales || cn)[t] || cn;
			if (r.from != null) {
				E(r.from);
				let e = bn({}, b[r.from], r, { key: t });
				e.valToPct = T(e), b[t] = e;
			} else {
				n = b[t] = bn({}, t == S ? ai : oi, r), n.key = t;
				let e = n.time, a = n.range, o = dn(a);
				if ((t != S || i == 2 && !e) && (o && (a[0] == null || a[1] == null) && (a = {
					min: a[0] == null ? Ct : {
						mode: 1,
						hard: a[0],
						soft: a[0]
					},
					max: a[1] == null ? Ct : {
						mode: 1,
						hard: a[1],
						soft: a[1]
					}
				}, o = !1), !o && hn(a))) {
					let e = a;
					a = (t, n, r) => n == null ? un : Et(n, r, e);
				}
				n.range = U(a || (e ? Gi : t == S ? n.distr == 3 ? Ji : n.distr == 4 ? Xi : Wi : n.distr == 3 ? qi : n.distr == 4 ? Yi : Ki)), n.auto = U(!o && n.auto), n.clamp = U(n.clamp || ii), n._min = n._max = null, n.valToPct = T(n);
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
	D.ori == 0 ? (tt(l, de), k = a, ee = o) : (tt(l, fe), k = o, ee = a);
	let A = {};
	for (let e in b) {
		let t = b[e];
		(t.min != null || t.max != null) && (A[e] = {
			min: t.min,
			max: t.max
		}, t.min = t.max = null);
	}
	let te = e.tzDate || ((e) => new Date(Pt(e / _))), ne = e.fmtDate || Rn, re = _ == 1 ? ar(te) : cr(te), ie = ur(te, lr(_ == 1 ? ir : sr, ne)), ae = hr(te, pr(mr, ne)), oe = [], j = r.legend = bn({}, vr, e.legend), M = r.cursor = bn({}, Dr, { drag: { y: i == 2 } }, e.cursor), N = j.show, se = M.show, P = j.markers;
	j.idxs = oe, P.width = U(P.width), P.dash = U(P.dash), P.stroke = U(P.stroke), P.fill = U(P.fill);
	let F, ce, le, Ie = [], We = [], Ge, Ke = !1, Ye = {};
	if (j.live) {
		let e = v[1] ? v[1].values : null;
		Ke = e != null, Ge = Ke ? e(r, 1, 0) : { _: 0 };
		for (let e in Ge) Ye[e] = Je;
	}
	if (N) {
		if (F = rt("table", Ce, l), le = rt("tbody", null, F), j.mount(r, F), Ke) {
			ce = rt("thead", null, F, le);
			let e = rt("tr", null, ce);
			for (var Qe in rt("th", null, e), Ge) rt("th", Oe, e).textContent = Qe;
		} else tt(F, Te), j.live && tt(F, we);
	}
	let $e = { show: !0 }, et = { show: !1 };
	function at(e, t) {
		if (t == 0 && (Ke || !j.live || i == 2)) return un;
		let n = [], a = rt("tr", Ee, le, le.childNodes[t]);
		tt(a, e.class), e.show || tt(a, ve);
		let o = rt("th", null, a);
		if (P.show) {
			let e = it(De, o);
			if (t > 0) {
				let n = P.width(r, t);
				n && (e.style.border = n + "px " + P.dash(r, t) + " " + P.stroke(r, t)), e.style.background = P.fill(r, t);
			}
		}
		let s = it(Oe, o);
		for (var c in e.label instanceof HTMLElement ? s.appendChild(e.label) : s.textContent = e.label, t > 0 && (P.show || (s.style.color = e.width > 0 ? P.stroke(r, t) : P.fill(r, t)), lt("click", o, (t) => {
			if (M._lock) return;
			xn(t);
			let n = v.indexOf(e);
			if ((t.ctrlKey || t.metaKey) != j.isolate) {
				let e = v.some((e, t) => t > 0 && t != n && e.show);
				v.forEach((t, r) => {
					r > 0 && ji(r, e ? r == n ? $e : et : $e, !0, $.setSeries);
				});
			} else ji(n, { show: !e.show }, !0, $.setSeries);
		}, !1), wn && lt(Ve, o, (t) => {
			M._lock || (xn(t), ji(v.indexOf(e), ea, !0, $.setSeries));
		}, !1)), Ge) {
			let e = rt("td", ke, a);
			e.textContent = "--", n.push(e);
		}
		return [a, n];
	}
	let st = /* @__PURE__ */ new Map();
	function lt(e, t, n, i = !0) {
		let a = st.get(t) || {}, o = M.bind[e](r, t, n, i);
		o && (pt(e, t, a[e] = o), st.set(t, a));
	}
	function dt(e, t, n) {
		let r = st.get(t) || {};
		for (let n in r) (e == null || n == e) && (mt(n, t, r[n]), delete r[n]);
		e ?? st.delete(t);
	}
	let ft = 0, gt = 0, R = 0, z = 0, _t = 0, vt = 0, wt = _t, Tt = vt, Ot = R, kt = z, At = 0, V = 0, Nt = 0, zt = 0;
	r.bbox = {};
	let Vt = !1, Wt = !1, qt = !1, Jt = !1, $t = !1, en = !1;
	function nn(e, t, n) {
		(n || e != r.width || t != r.height) && rn(e, t), Wr(!1), qt = !0, Wt = !0, ei();
	}
	function rn(e, t) {
		r.width = ft = R = e, r.height = gt = z = t, _t = vt = 0, _n(), vn();
		let n = r.bbox;
		At = n.left = tn(_t * I, .5), V = n.top = tn(vt * I, .5), Nt = n.width = tn(R * I, .5), zt = n.height = tn(z * I, .5);
	}
	function sn() {
		let e = !1, t = 0;
		for (; !e;) {
			t++;
			let n = Nr(t), i = Pr(t);
			e = t == 3 || n && i, e || (rn(r.width, r.height), Wt = !0);
		}
	}
	function fn({ width: e, height: t }) {
		nn(e, t);
	}
	r.setSize = fn;
	function _n() {
		let e = !1, t = !1, n = !1, r = !1;
		y.forEach((i, a) => {
			if (i.show && i._show) {
				let { side: a, _size: o } = i, s = a % 2, c = o + (i.label == null ? 0 : i.labelSize);
				c > 0 && (s ? (R -= c, a == 3 ? (_t += c, r = !0) : n = !0) : (z -= c, a == 0 ? (vt += c, e = !0) : t = !0));
			}
		}), Pn[0] = e, Pn[1] = n, Pn[2] = t, Pn[3] = r, R -= zn[1] + zn[3], _t += zn[3], z -= zn[2] + zn[0], vt += zn[0];
	}
	function vn() {
		let e = _t + R, t = vt + z, n = _t, r = vt;
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
	if (M.dataIdx == null) {
		let e = M.hover, n = e.skip = new Set(e.skip ?? []);
		n.add(void 0);
		let r = e.prox = U(e.prox), i = e.bias ??= 0;
		M.dataIdx = (e, a, o, s) => {
			if (a == 0) return o;
			let c = o, l = r(e, a, o, s) ?? H, u = l >= 0 && l < H, d = D.ori == 0 ? R : z, f = M.left, p = t[0], m = t[a];
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
			} else u && Mt(f - k(p[o], D, d, 0)) > l && (c = null);
			return c;
		};
	}
	let xn = (e) => {
		M.event = e;
	};
	M.idxs = oe, M._lock = !1;
	let Sn = M.points;
	Sn.show = U(Sn.show), Sn.size = U(Sn.size), Sn.stroke = U(Sn.stroke), Sn.width = U(Sn.width), Sn.fill = U(Sn.fill);
	let Cn = r.focus = bn({}, e.focus || { alpha: .3 }, M.focus), wn = Cn.prox >= 0, Tn = wn && Sn.one, Dn = [], On = [], kn = [];
	function An(e, t) {
		let n = Sn.show(r, t);
		if (n instanceof HTMLElement) return tt(n, Se), tt(n, e.class), ot(n, -10, -10, R, z), m.insertBefore(n, Dn[t]), n;
	}
	function jn(e, t) {
		if (i == 1 || t > 0) {
			let t = i == 1 && b[e.scale].time, n = e.value;
			e.value = t ? mn(n) ? hr(te, pr(n, ne)) : n || ae : n || Xr, e.label = e.label || (t ? Lr : Ir);
		}
		if (Tn || t > 0) {
			e.width = e.width == null ? 1 : e.width, e.paths = e.paths || zi || Xt, e.fillTo = U(e.fillTo || pi), e.pxAlign = +B(e.pxAlign, h), e.pxRound = vi(e.pxAlign), e.stroke = U(e.stroke || null), e.fill = U(e.fill || null), e._stroke = e._fill = e._paths = e._focus = null;
			let t = Qr(Lt(1, e.width), 1), n = e.points = bn({}, {
				size: t,
				width: Lt(1, t * .2),
				stroke: e.stroke,
				space: t * 2,
				paths: Bi,
				_stroke: null,
				_fill: null
			}, e.points);
			n.show = U(n.show), n.filter = U(n.filter), n.fill = U(n.fill), n.stroke = U(n.stroke), n.paths = U(n.paths), n.pxAlign = e.pxAlign;
		}
		if (N) {
			let n = at(e, t);
			Ie.splice(t, 0, n[0]), We.splice(t, 0, n[1]), j.values.push(null);
		}
		if (se) {
			oe.splice(t, 0, null);
			let n = null;
			Tn ? t == 0 && (n = An(e, t)) : t > 0 && (n = An(e, t)), Dn.splice(t, 0, n), On.splice(t, 0, 0), kn.splice(t, 0, 0);
		}
		Oa("addSeries", t);
	}
	function Mn(e, t) {
		t ??= v.length, e = i == 1 ? Ui(e, t, Rr, ri) : Ui(e, t, {}, ni), v.splice(t, 0, e), jn(v[t], t);
	}
	r.addSeries = Mn;
	function Nn(e) {
		if (v.splice(e, 1), N) {
			j.values.splice(e, 1), We.splice(e, 1);
			let t = Ie.splice(e, 1)[0];
			dt(null, t.firstChild), t.remove();
		}
		se && (oe.splice(e, 1), Dn.splice(e, 1)[0].remove(), On.splice(e, 1), kn.splice(e, 1)), Oa("delSeries", e);
	}
	r.delSeries = Nn;
	let Pn = [
		!1,
		!1,
		!1,
		!1
	];
	function Fn(e, t) {
		if (e._show = e.show, e.show) {
			let n = e.side % 2, i = b[e.scale];
			i ??= (e.scale = n ? v[1].scale : S, b[e.scale]);
			let a = i.time;
			e.size = U(e.size), e.space = U(e.space), e.rotate = U(e.rotate), dn(e.incrs) && e.incrs.forEach((e) => {
				!an.has(e) && an.set(e, on(e));
			}), e.incrs = U(e.incrs || (i.distr == 2 ? Wn : a ? _ == 1 ? rr : or : Gn)), e.splits = U(e.splits || (a && i.distr == 1 ? re : i.distr == 3 ? Vr : i.distr == 4 ? Hr : Br)), e.stroke = U(e.stroke), e.grid.stroke = U(e.grid.stroke), e.ticks.stroke = U(e.ticks.stroke), e.border.stroke = U(e.border.stroke);
			let o = e.values;
			e.values = dn(o) && !dn(o[0]) ? U(o) : a ? dn(o) ? ur(te, lr(o, ne)) : mn(o) ? dr(te, o) : o || ie : o || zr, e.filter = U(e.filter || (i.distr >= 3 && i.log == 10 ? Jr : i.distr == 3 && i.log == 2 ? Yr : Yt)), e.font = Qi(e.font), e.labelFont = Qi(e.labelFont), e._size = e.size(r, null, t, 0), e._space = e._rotate = e._incrs = e._found = e._splits = e._values = null, e._size > 0 && (Pn[t] = !0, e._el = it(_e, f));
		}
	}
	function In(e, t, n, r) {
		let [i, a, o, s] = n, c = t % 2, l = 0;
		return c == 0 && (s || a) && (l = t == 0 && !i || t == 2 && !o ? Pt(Fr.size / 3) : 0), c == 1 && (i || o) && (l = t == 1 && !a || t == 3 && !s ? Pt(Zr.size / 2) : 0), l;
	}
	let Ln = r.padding = (e.padding || [
		In,
		In,
		In,
		In
	]).map((e) => U(B(e, In))), zn = r._padding = Ln.map((e, t) => e(r, t, Pn, 0)), Bn, Vn = null, G = null, Hn = i == 1 ? v[0].idxs : null, Un = null, Kn = !1;
	function qn(e, n) {
		if (t = e ?? [], r.data = r._data = t, i == 2) {
			Bn = 0;
			for (let e = 1; e < v.length; e++) Bn += t[e][0].length;
		} else {
			t.length == 0 && (r.data = r._data = t = [[]]), Un = t[0], Bn = Un.length;
			let e = t;
			if (O == 2) {
				e = t.slice();
				let n = e[0] = Array(Bn);
				for (let e = 0; e < Bn; e++) n[e] = e;
			}
			r._data = t = e;
		}
		if (Wr(!0), Oa("setData"), O == 2 && (qt = !0), n !== !1) {
			let e = D;
			e.auto(r, Kn) ? Jn() : Ai(S, e.min, e.max), Jt ||= M.left >= 0, en = !0, ei();
		}
	}
	r.setData = qn;
	function Jn() {
		Kn = !0;
		let e, n;
		i == 1 && (Bn > 0 ? (Vn = Hn[0] = 0, G = Hn[1] = Bn - 1, e = t[0][Vn], n = t[0][G], O == 2 ? (e = Vn, n = G) : e == n && (O == 3 ? [e, n] = bt(e, e, D.log, !1) : O == 4 ? [e, n] = xt(e, e, D.log, !1) : D.time ? n = e + Pt(86400 / _) : [e, n] = Et(e, n, St, !0))) : (Vn = Hn[0] = e = null, G = Hn[1] = n = null)), Ai(S, e, n);
	}
	let Yn, Xn, Zn, Qn, $n, er, tr, K, nr, fr;
	function gr(e, t, n, r, i, a) {
		e ??= Le, n ??= ln, r ??= "butt", i ??= Le, a ??= "round", e != Yn && (d.strokeStyle = Yn = e), i != Xn && (d.fillStyle = Xn = i), t != Zn && (d.lineWidth = Zn = t), a != $n && (d.lineJoin = $n = a), r != er && (d.lineCap = er = r), n != Qn && d.setLineDash(Qn = n);
	}
	function _r(e, t, n, r) {
		t != Xn && (d.fillStyle = Xn = t), e != tr && (d.font = tr = e), n != K && (d.textAlign = K = n), r != nr && (d.textBaseline = nr = r);
	}
	function yr(e, t, n, i, a = 0) {
		if (i.length > 0 && e.auto(r, Kn) && (t == null || t.min == null)) {
			let t = B(Vn, 0), r = B(G, i.length - 1), o = n.min == null ? yt(i, t, r, a, e.distr == 3) : [n.min, n.max];
			e.min = It(e.min, n.min = o[0]), e.max = Lt(e.max, n.max = o[1]);
		}
	}
	let br = {
		min: null,
		max: null
	};
	function xr() {
		for (let e in b) {
			let t = b[e];
			A[e] == null && (t.min == null || A[S] != null && t.auto(r, Kn)) && (A[e] = br);
		}
		for (let e in b) {
			let t = b[e];
			A[e] == null && t.from != null && A[t.from] != null && (A[e] = br);
		}
		A[S] != null && Wr(!0);
		let e = {};
		for (let t in A) {
			let n = A[t];
			if (n != null) {
				let a = e[t] = yn(b[t], gn);
				if (n.min != null) bn(a, n);
				else if (t != S || i == 2) {
					if (Bn == 0 && a.from == null) {
						let e = a.range(r, null, null, t);
						a.min = e[0], a.max = e[1];
					} else a.min = H, a.max = -Infinity;
				}
			}
		}
		if (Bn > 0) {
			v.forEach((n, a) => {
				if (i == 1) {
					let i = n.scale, o = A[i];
					if (o == null) return;
					let s = e[i];
					if (a == 0) {
						let e = s.range(r, s.min, s.max, i);
						s.min = e[0], s.max = e[1], Vn = ht(s.min, t[0]), G = ht(s.max, t[0]), G - Vn > 1 && (t[0][Vn] < s.min && Vn++, t[0][G] > s.max && G--), n.min = Un[Vn], n.max = Un[G];
					} else n.show && n.auto && yr(s, o, n, t[a], n.sorted);
					n.idxs[0] = Vn, n.idxs[1] = G;
				} else if (a > 0 && n.show && n.auto) {
					let [r, i] = n.facets, o = r.scale, s = i.scale, [c, l] = t[a], u = e[o], d = e[s];
					u != null && yr(u, A[o], r, c, r.sorted), d != null && yr(d, A[s], i, l, i.sorted), n.min = i.min, n.max = i.max;
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
				i._min = e == 3 ? Bt(i.min) : e == 4 ? Ut(i.min, i.asinh) : e == 100 ? i.fwd(i.min) : i.min, i._max = e == 3 ? Bt(i.max) : e == 4 ? Ut(i.max, i.asinh) : e == 100 ? i.fwd(i.max) : i.max, n[t] = a = !0;
			}
		}
		if (a) {
			v.forEach((e, t) => {
				i == 2 ? t > 0 && n.y && (e._paths = null) : n[e.scale] && (e._paths = null);
			});
			for (let e in n) qt = !0, Oa("setScale", e);
			se && M.left >= 0 && (Jt = en = !0);
		}
		for (let e in A) A[e] = null;
	}
	function Sr(e) {
		let t = Gt(Vn - 1, 0, Bn - 1), n = Gt(G + 1, 0, Bn - 1);
		for (; e[t] == null && t > 0;) t--;
		for (; e[n] == null && n < Bn - 1;) n++;
		return [t, n];
	}
	function Cr() {
		if (Bn > 0) {
			let e = v.some((e) => e._focus) && fr != Cn.alpha;
			e && (d.globalAlpha = fr = Cn.alpha), v.forEach((e, n) => {
				if (n > 0 && e.show && (wr(n, !1), wr(n, !0), e._paths == null)) {
					let a = fr;
					fr != e.alpha && (d.globalAlpha = fr = e.alpha);
					let o = i == 2 ? [0, t[n][0].length - 1] : Sr(t[n]);
					e._paths = e.paths(r, n, o[0], o[1]), fr != a && (d.globalAlpha = fr = a);
				}
			}), v.forEach((e, t) => {
				if (t > 0 && e.show) {
					let n = fr;
					fr != e.alpha && (d.globalAlpha = fr = e.alpha), e._paths != null && Tr(t, !1);
					{
						let n = e._paths == null ? null : e._paths.gaps, i = e.points.show(r, t, Vn, G, n), a = e.points.filter(r, t, i, n);
						(i || a) && (e.points._paths = e.points.paths(r, t, Vn, G, a), Tr(t, !0));
					}
					fr != n && (d.globalAlpha = fr = n), Oa("drawSeries", t);
				}
			}), e && (d.globalAlpha = fr = 1);
		}
	}
	function wr(e, t) {
		let n = t ? v[e].points : v[e];
		n._stroke = n.stroke(r, e), n._fill = n.fill(r, e);
	}
	function Tr(e, t) {
		let n = t ? v[e].points : v[e], { stroke: r, fill: i, clip: a, flags: o, _stroke: s = n._stroke, _fill: c = n._fill, _width: l = n.width } = n._paths;
		l = W(l * I, 3);
		let u = null, f = l % 2 / 2;
		t && c == null && (c = l > 0 ? "#fff" : s);
		let p = n.pxAlign == 1 && f > 0;
		if (p && d.translate(f, f), !t) {
			let e = At - l / 2, t = V - l / 2, n = Nt + l, r = zt + l;
			u = new Path2D(), u.rect(e, t, n, r);
		}
		t ? Or(s, l, n.dash, n.cap, c, r, i, o, a) : Er(e, s, l, n.dash, n.cap, c, r, i, o, u, a), p && d.translate(-f, -f);
	}
	function Er(e, n, i, a, o, s, c, l, u, d, f) {
		let p = !1;
		u != 0 && x.forEach((m, h) => {
			if (m.series[0] == e) {
				let e = v[m.series[1]], g = t[m.series[1]], _ = (e._paths || cn).band;
				dn(_) && (_ = m.dir == 1 ? _[0] : _[1]);
				let y, b = null;
				e.show && _ && Dt(g, Vn, G) ? (b = m.fill(r, h) || s, y = e._paths.clip) : _ = null, Or(n, i, a, o, b, c, l, u, d, f, y, _), p = !0;
			}
		}), p || Or(n, i, a, o, s, c, l, u, d, f);
	}
	function Or(e, t, n, r, i, a, o, s, c, l, u, f) {
		gr(e, t, n, r, i), (c || l || f) && (d.save(), c && d.clip(c), l && d.clip(l)), f ? (s & 3) == 3 ? (d.clip(f), u && d.clip(u), Ar(i, o), kr(e, a, t)) : s & ui ? (Ar(i, o), d.clip(f), kr(e, a, t)) : s & li && (d.save(), d.clip(f), u && d.clip(u), Ar(i, o), d.restore(), kr(e, a, t)) : (Ar(i, o), kr(e, a, t)), (c || l || f) && d.restore();
	}
	function kr(e, t, n) {
		n > 0 && (t instanceof Map ? t.forEach((e, t) => {
			d.strokeStyle = Yn = t, d.stroke(e);
		}) : t != null && e && d.stroke(t));
	}
	function Ar(e, t) {
		t instanceof Map ? t.forEach((e, t) => {
			d.fillStyle = Xn = t, d.fill(e);
		}) : t != null && e && d.fill(t);
	}
	function jr(e, t, n, i) {
		let a = y[e], o;
		if (i <= 0) o = [0, 0];
		else {
			let s = a._space = a.space(r, e, t, n, i);
			o = Zi(t, n, a._incrs = a.incrs(r, e, t, n, i, s), i, s);
		}
		return a._found = o;
	}
	function Mr(e, t, n, r, i, a, o, s, c, l) {
		let u = o % 2 / 2;
		h == 1 && d.translate(u, u), gr(s, o, c, l, s), d.beginPath();
		let f, p, m, g, _ = i + (r == 0 || r == 3 ? -a : a);
		n == 0 ? (p = i, g = _) : (f = i, m = _);
		for (let r = 0; r < e.length; r++) t[r] != null && (n == 0 ? f = m = e[r] : p = g = e[r], d.moveTo(f, p), d.lineTo(m, g));
		d.stroke(), h == 1 && d.translate(-u, -u);
	}
	function Nr(e) {
		let t = !0;
		return y.forEach((n, i) => {
			if (!n.show) return;
			let a = b[n.scale];
			if (a.min == null) {
				n._show && (t = !1, n._show = !1, Wr(!1));
				return;
			}
			n._show || (t = !1, n._show = !0, Wr(!1));
			let o = n.side, s = o % 2, { min: c, max: l } = a, [u, d] = jr(i, c, l, s == 0 ? R : z);
			if (d == 0) return;
			let f = a.distr == 2, p = n._splits = n.splits(r, i, c, l, u, d, f), m = a.distr == 2 ? p.map((e) => Un[e]) : p, h = a.distr == 2 ? Un[p[1]] - Un[p[0]] : u, g = n._values = n.values(r, n.filter(r, m, i, d, h), i, d, h);
			n._rotate = o == 2 ? n.rotate(r, g, i, d) : 0;
			let _ = n._size;
			n._size = Ft(n.size(r, g, i, e)), _ != null && n._size != _ && (t = !1);
		}), t;
	}
	function Pr(e) {
		let t = !0;
		return Ln.forEach((n, i) => {
			let a = n(r, i, Pn, e);
			a != zn[i] && (t = !1), zn[i] = a;
		}), t;
	}
	function Ur() {
		for (let e = 0; e < y.length; e++) {
			let t = y[e];
			if (!t.show || !t._show) continue;
			let n = t.side, i = n % 2, a, o, c = t.stroke(r, e), l = n == 0 || n == 3 ? -1 : 1, [u, f] = t._found;
			if (t.label != null) {
				let s = t.labelGap * l, p = Pt((t._lpos + s) * I);
				_r(t.labelFont[0], c, "center", n == 2 ? Me : Ne), d.save(), i == 1 ? (a = o = 0, d.translate(p, Pt(V + zt / 2)), d.rotate((n == 3 ? -jt : jt) / 2)) : (a = Pt(At + Nt / 2), o = p);
				let m = Kt(t.label) ? t.label(r, e, u, f) : t.label;
				d.fillText(m, a, o), d.restore();
			}
			if (f == 0) continue;
			let p = b[t.scale], m = i == 0 ? Nt : zt, h = i == 0 ? At : V, _ = t._splits, v = p.distr == 2 ? _.map((e) => Un[e]) : _, x = p.distr == 2 ? Un[_[1]] - Un[_[0]] : u, S = t.ticks, C = t.border, w = S.show ? S.size : 0, T = Pt(w * I), E = Pt((t.alignTo == 2 ? t._size - w - t.gap : t.gap) * I), D = t._rotate * -jt / 180, O = g(t._pos * I), k = O + (T + E) * l;
			o = i == 0 ? k : 0, a = i == 1 ? k : 0;
			let ee = t.font[0];
			_r(ee, c, t.align == 1 ? Pe : t.align == 2 ? Fe : D > 0 ? Pe : D < 0 ? Fe : i == 0 ? "center" : n == 3 ? Fe : Pe, D || i == 1 ? "middle" : n == 2 ? Me : Ne);
			let A = t.font[1] * t.lineGap, te = _.map((e) => g(s(e, p, m, h))), ne = t._values;
			for (let e = 0; e < ne.length; e++) {
				let t = ne[e];
				if (t != null) {
					i == 0 ? a = te[e] : o = te[e], t = "" + t;
					let n = t.indexOf("\n") == -1 ? [t] : t.split(/\n/gm);
					for (let e = 0; e < n.length; e++) {
						let t = n[e];
						D ? (d.save(), d.translate(a, o + e * A), d.rotate(D), d.fillText(t, 0, 0), d.restore()) : d.fillText(t, a, o + e * A);
					}
				}
			}
			S.show && Mr(te, S.filter(r, v, e, f, x), i, n, O, T, W(S.width * I, 3), S.stroke(r, e), S.dash, S.cap);
			let re = t.grid;
			re.show && Mr(te, re.filter(r, v, e, f, x), i, i == 0 ? 2 : 1, i == 0 ? V : At, i == 0 ? zt : Nt, W(re.width * I, 3), re.stroke(r, e), re.dash, re.cap), C.show && Mr([O], [1], +(i == 0), i == 0 ? 1 : 2, i == 1 ? V : At, i == 1 ? zt : Nt, W(C.width * I, 3), C.stroke(r, e), C.dash, C.cap);
		}
		Oa("drawAxes");
	}
	function Wr(e) {
		v.forEach((t, n) => {
			n > 0 && (t._paths = null, e && (i == 1 ? (t.min = null, t.max = null) : t.facets.forEach((e) => {
				e.min = null, e.max = null;
			})));
		});
	}
	let Gr = !1, Kr = !1, qr = [];
	function $r() {
		Kr = !1;
		for (let e = 0; e < qr.length; e++) Oa(...qr[e]);
		qr.length = 0;
	}
	function ei() {
		Gr ||= (En(si), !0);
	}
	function ti(e, t = !1) {
		Gr = !0, Kr = t, e(r), si(), t && qr.length > 0 && queueMicrotask($r);
	}
	r.batch = ti;
	function si() {
		if (Vt &&= (xr(), !1), qt &&= (sn(), !1), Wt) {
			if (L(p, Pe, _t), L(p, Me, vt), L(p, Ae, R), L(p, je, z), L(m, Pe, _t), L(m, Me, vt), L(m, Ae, R), L(m, je, z), L(f, Ae, ft), L(f, je, gt), u.width = Pt(ft * I), u.height = Pt(gt * I), y.forEach(({ _el: e, _show: t, _size: n, _pos: r, side: i }) => {
				if (e != null) {
					if (t) {
						let t = i === 3 || i === 0 ? n : 0, a = i % 2 == 1;
						L(e, a ? "left" : "top", r - t), L(e, a ? "width" : "height", n), L(e, a ? "top" : "left", a ? vt : _t), L(e, a ? "height" : "width", a ? z : R), nt(e, ve);
					} else tt(e, ve);
				}
			}), Yn = Xn = Zn = $n = er = tr = K = nr = Qn = null, fr = 1, pa(!0), _t != wt || vt != Tt || R != Ot || z != kt) {
				Wr(!1);
				let e = R / Ot, t = z / kt;
				if (se && !Jt && M.left >= 0) {
					M.left *= e, M.top *= t, hi && ot(hi, Pt(M.left), 0, R, z), gi && ot(gi, 0, Pt(M.top), R, z);
					for (let n = 0; n < Dn.length; n++) {
						let r = Dn[n];
						r != null && (On[n] *= e, kn[n] *= t, ot(r, Ft(On[n]), Ft(kn[n]), R, z));
					}
				}
				if (X.show && !$t && X.left >= 0 && X.width > 0) {
					X.left *= e, X.width *= e, X.top *= t, X.height *= t;
					for (let e in ga) L(Di, e, X[e]);
				}
				wt = _t, Tt = vt, Ot = R, kt = z;
			}
			Oa("setSize"), Wt = !1;
		}
		ft > 0 && gt > 0 && (d.clearRect(0, 0, u.width, u.height), Oa("drawClear"), w.forEach((e) => e()), Oa("draw")), X.show && $t && (Oi(X), $t = !1), se && Jt && (da(null, !0, !1), Jt = !1), j.show && j.live && en && (la(), en = !1), c || (c = !0, r.status = 1, Oa("ready")), Kn = !1, Gr = !1;
	}
	r.redraw = (e, t) => {
		qt = t || !1, e === !1 ? ei() : Ai(S, D.min, D.max);
	};
	function di(e, n) {
		let i = b[e];
		if (i.from == null) {
			if (Bn == 0) {
				let t = i.range(r, n.min, n.max, e);
				n.min = t[0], n.max = t[1];
			}
			if (n.min > n.max) {
				let e = n.min;
				n.min = n.max, n.max = e;
			}
			if (Bn > 1 && n.min != null && n.max != null && n.max - n.min < 1e-16) return;
			e == S && i.distr == 2 && Bn > 0 && (n.min = ht(n.min, t[0]), n.max = ht(n.max, t[0]), n.min == n.max && n.max++), A[e] = n, Vt = !0, ei();
		}
	}
	r.setScale = di;
	let fi, mi, hi, gi, _i, yi, bi, xi, Si, Ci, q, J, wi = !1, Ti = M.drag, Y = Ti.x, Ei = Ti.y;
	se && (M.x && (fi = it(be, m)), M.y && (mi = it(xe, m)), D.ori == 0 ? (hi = fi, gi = mi) : (hi = mi, gi = fi), q = M.left, J = M.top);
	let X = r.select = bn({
		show: !0,
		over: !0,
		left: 0,
		width: 0,
		top: 0,
		height: 0
	}, e.select), Di = X.show ? it(ye, X.over ? m : p) : null;
	function Oi(e, t) {
		if (X.show) {
			for (let t in e) X[t] = e[t], t in ga && L(Di, t, e[t]);
			t !== !1 && Oa("setSelect");
		}
	}
	r.setSelect = Oi;
	function ki(e) {
		if (v[e].show) N && nt(Ie[e], ve);
		else if (N && tt(Ie[e], ve), se) {
			let t = Tn ? Dn[0] : Dn[e];
			t != null && ot(t, -10, -10, R, z);
		}
	}
	function Ai(e, t, n) {
		di(e, {
			min: t,
			max: n
		});
	}
	function ji(e, t, n, a) {
		t.focus != null && ta(e), t.show != null && v.forEach((n, r) => {
			r > 0 && (e == r || e == null) && (n.show = t.show, ki(r), i == 2 ? (Ai(n.facets[0].scale, null, null), Ai(n.facets[1].scale, null, null)) : Ai(n.scale, null, null), ei());
		}), n !== !1 && Oa("setSeries", e, t), a && Ma("setSeries", r, e, t);
	}
	r.setSeries = ji;
	function Mi(e, t) {
		bn(x[e], t);
	}
	function Ni(e, t) {
		e.fill = U(e.fill || null), e.dir = B(e.dir, -1), t ??= x.length, x.splice(t, 0, e);
	}
	function Pi(e) {
		e == null ? x.length = 0 : x.splice(e, 1);
	}
	r.addBand = Ni, r.setBand = Mi, r.delBand = Pi;
	function Fi(e, t) {
		v[e].alpha = t, se && Dn[e] != null && (Dn[e].style.opacity = t), N && Ie[e] && (Ie[e].style.opacity = t);
	}
	let Ii, Ri, Z, ea = { focus: !0 };
	function ta(e) {
		if (e != Z) {
			let t = e == null, n = Cn.alpha != 1;
			v.forEach((r, a) => {
				if (i == 1 || a > 0) {
					let i = t || a == 0 || a == e;
					r._focus = t ? null : i, n && Fi(a, i ? 1 : Cn.alpha);
				}
			}), Z = e, n && ei();
		}
	}
	N && wn && lt(He, F, (e) => {
		M._lock || (xn(e), Z != null && ji(null, ea, !0, $.setSeries));
	});
	function na(e, t, n) {
		let r = b[t];
		n && (e = e / I - (r.ori == 1 ? vt : _t));
		let i = R;
		r.ori == 1 && (i = z, e = i - e), r.dir == -1 && (e = i - e);
		let a = r._min, o = r._max, s = e / i, c = a + (o - a) * s, l = r.distr;
		return l == 3 ? Rt(10, c) : l == 4 ? Ht(c, r.asinh) : l == 100 ? r.bwd(c) : c;
	}
	function ra(e, n) {
		return ht(na(e, S, n), t[0], Vn, G);
	}
	r.valToIdx = (e) => ht(e, t[0]), r.posToIdx = ra, r.posToVal = na, r.valToPos = (e, t, n) => b[t].ori == 0 ? a(e, b[t], n ? Nt : R, n ? At : 0) : o(e, b[t], n ? zt : z, n ? V : 0), r.setCursor = (e, t, n) => {
		q = e.left, J = e.top, da(null, t, n);
	};
	function ia(e, t) {
		L(Di, Pe, X.left = e), L(Di, Ae, X.width = t);
	}
	function aa(e, t) {
		L(Di, Me, X.top = e), L(Di, je, X.height = t);
	}
	let oa = D.ori == 0 ? ia : aa, sa = D.ori == 1 ? ia : aa;
	function ca() {
		if (N && j.live) for (let e = +(i == 2); e < v.length; e++) {
			if (e == 0 && Ke) continue;
			let t = j.values[e], n = 0;
			for (let r in t) We[e][n++].firstChild.nodeValue = t[r];
		}
	}
	function la(e, t) {
		if (e != null && (e.idxs ? e.idxs.forEach((e, t) => {
			oe[t] = e;
		}) : pn(e.idx) || oe.fill(e.idx), j.idx = oe[0]), N && j.live) {
			for (let e = 0; e < v.length; e++) (e > 0 || i == 1 && !Ke) && ua(e, oe[e]);
			ca();
		}
		en = !1, t !== !1 && Oa("setLegend");
	}
	r.setLegend = la;
	function ua(e, n) {
		let i = v[e], a = e == 0 && O == 2 ? Un : t[e], o;
		Ke ? o = i.values(r, e, n) ?? Ye : (o = i.value(r, n == null ? null : a[n], e, n), o = o == null ? Ye : { _: o }), j.values[e] = o;
	}
	function da(e, n, a) {
		Si = q, Ci = J, [q, J] = M.move(r, q, J), M.left = q, M.top = J, se && (hi && ot(hi, Pt(q), 0, R, z), gi && ot(gi, 0, Pt(J), R, z));
		let o, s = Vn > G;
		Ii = H, Ri = null;
		let c = D.ori == 0 ? R : z, l = D.ori == 1 ? R : z;
		if (q < 0 || Bn == 0 || s) {
			o = M.idx = null;
			for (let e = 0; e < v.length; e++) {
				let t = Dn[e];
				t != null && ot(t, -10, -10, R, z);
			}
			wn && ji(null, ea, !0, e == null && $.setSeries), j.live && (oe.fill(o), en = !0);
		} else {
			let e, n, a;
			i == 1 && (e = D.ori == 0 ? q : J, n = na(e, S), o = M.idx = ht(n, t[0], Vn, G), a = k(t[0][o], D, c, 0));
			let s = -10, u = -10, d = 0, f = 0, p = !0, m = "", h = "";
			for (let e = +(i == 2); e < v.length; e++) {
				let g = v[e], _ = oe[e], y = _ == null ? null : i == 1 ? t[e][_] : t[e][1][_], x = M.dataIdx(r, e, o, n), S = x == null ? null : i == 1 ? t[e][x] : t[e][1][x];
				if (en = en || S != y || x != _, oe[e] = x, e > 0 && g.show) {
					let n = x == null ? -10 : x == o ? a : k(i == 1 ? t[0][x] : t[e][0][x], D, c, 0), _ = S == null ? -10 : ee(S, i == 1 ? b[g.scale] : b[g.facets[1].scale], l, 0);
					if (wn && S != null) {
						let t = D.ori == 1 ? q : J, n = Mt(Cn.dist(r, e, x, _, t));
						if (n < Ii) {
							let r = Cn.bias;
							if (r != 0) {
								let i = na(t, g.scale), a = S >= 0 ? 1 : -1, o = i >= 0 ? 1 : -1;
								o == a && (o == 1 ? r == 1 ? S >= i : S <= i : r == 1 ? S <= i : S >= i) && (Ii = n, Ri = e);
							} else Ii = n, Ri = e;
						}
					}
					if (en || Tn) {
						let t, i;
						D.ori == 0 ? (t = n, i = _) : (t = _, i = n);
						let a, o, c, l, g, v, y = !0, b = Sn.bbox;
						if (b != null) {
							y = !1;
							let t = b(r, e);
							c = t.left, l = t.top, a = t.width, o = t.height;
						} else c = t, l = i, a = o = Sn.size(r, e);
						if (v = Sn.fill(r, e), g = Sn.stroke(r, e), Tn) e == Ri && Ii <= Cn.prox && (s = c, u = l, d = a, f = o, p = y, m = v, h = g);
						else {
							let t = Dn[e];
							t != null && (On[e] = c, kn[e] = l, ut(t, a, o, y), ct(t, v, g), ot(t, Ft(c), Ft(l), R, z));
						}
					}
				}
			}
			if (Tn) {
				let e = Cn.prox;
				if (en || (Z == null ? Ii <= e : Ii > e || Ri != Z)) {
					let e = Dn[0];
					e != null && (On[0] = s, kn[0] = u, ut(e, d, f, p), ct(e, m, h), ot(e, Ft(s), Ft(u), R, z));
				}
			}
		}
		if (X.show && wi) {
			if (e != null) {
				let [t, n] = $.scales, [r, i] = $.match, [a, o] = e.cursor.sync.scales, s = e.cursor.drag;
				if (Y = s._x, Ei = s._y, Y || Ei) {
					let { left: s, top: u, width: d, height: f } = e.select, p = e.scales[a].ori, m = e.posToVal, h, g, _, v, y, x = t != null && r(t, a), S = n != null && i(n, o);
					x && Y ? (p == 0 ? (h = s, g = d) : (h = u, g = f), _ = b[t], v = k(m(h, a), _, c, 0), y = k(m(h + g, a), _, c, 0), oa(It(v, y), Mt(y - v))) : oa(0, c), S && Ei ? (p == 1 ? (h = s, g = d) : (h = u, g = f), _ = b[n], v = ee(m(h, o), _, l, 0), y = ee(m(h + g, o), _, l, 0), sa(It(v, y), Mt(y - v))) : sa(0, l);
				} else _a();
			} else {
				let e = Mt(Si - _i), t = Mt(Ci - yi);
				if (D.ori == 1) {
					let n = e;
					e = t, t = n;
				}
				Y = Ti.x && e >= Ti.dist, Ei = Ti.y && t >= Ti.dist;
				let n = Ti.uni;
				n == null ? Ti.x && Ti.y && (Y || Ei) && (Y = Ei = !0) : Y && Ei && (Y = e >= n, Ei = t >= n, !Y && !Ei && (t > e ? Ei = !0 : Y = !0));
				let r, i;
				Y && (D.ori == 0 ? (r = bi, i = q) : (r = xi, i = J), oa(It(r, i), Mt(i - r)), Ei || sa(0, l)), Ei && (D.ori == 1 ? (r = bi, i = q) : (r = xi, i = J), sa(It(r, i), Mt(i - r)), Y || oa(0, c)), !Y && !Ei && (oa(0, 0), sa(0, 0));
			}
		}
		if (Ti._x = Y, Ti._y = Ei, e == null) {
			if (a) {
				if (Aa != null) {
					let [e, t] = $.scales;
					$.values[0] = e == null ? null : na(D.ori == 0 ? q : J, e), $.values[1] = t == null ? null : na(D.ori == 1 ? q : J, t);
				}
				Ma(Re, r, q, J, R, z, o);
			}
			if (wn) {
				let e = a && $.setSeries, t = Cn.prox;
				Z == null ? Ii <= t && ji(Ri, ea, !0, e) : Ii > t ? ji(null, ea, !0, e) : Ri != Z && ji(Ri, ea, !0, e);
			}
		}
		en && (j.idx = o, la()), n !== !1 && Oa("setCursor");
	}
	let fa = null;
	Object.defineProperty(r, "rect", { get() {
		return fa ?? pa(!1), fa;
	} });
	function pa(e = !1) {
		e ? fa = null : (fa = m.getBoundingClientRect(), Oa("syncRect", fa));
	}
	function ma(e, t, n, r, i, a, o) {
		M._lock || wi && e != null && e.movementX == 0 && e.movementY == 0 || (ha(e, t, n, r, i, a, o, !1, e != null), e == null ? da(t, !0, !1) : da(null, !0, !0));
	}
	function ha(e, t, n, i, a, o, c, l, u) {
		if (fa ?? pa(!1), xn(e), e != null) n = e.clientX - fa.left, i = e.clientY - fa.top;
		else {
			if (n < 0 || i < 0) {
				q = -10, J = -10;
				return;
			}
			let [e, r] = $.scales, c = t.cursor.sync, [l, u] = c.values, [d, f] = c.scales, [p, m] = $.match, h = t.axes[0].side % 2 == 1, g = D.ori == 0 ? R : z, _ = D.ori == 1 ? R : z, v = h ? o : a, y = h ? a : o, x = h ? i : n, S = h ? n : i;
			if (n = d == null ? x / v * g : p(e, d) ? s(l, b[e], g, 0) : -10, i = f == null ? S / y * _ : m(r, f) ? s(u, b[r], _, 0) : -10, D.ori == 1) {
				let e = n;
				n = i, i = e;
			}
		}
		u && (t == null || t.cursor.event.type == Re) && ((n <= 1 || n >= R - 1) && (n = tn(n, R)), (i <= 1 || i >= z - 1) && (i = tn(i, z))), l ? (_i = n, yi = i, [bi, xi] = M.move(r, n, i)) : (q = n, J = i);
	}
	let ga = {
		width: 0,
		height: 0,
		left: 0,
		top: 0
	};
	function _a() {
		Oi(ga, !1);
	}
	let va, ya, ba, xa;
	function Sa(e, t, n, i, a, o, s) {
		wi = !0, Y = Ei = Ti._x = Ti._y = !1, ha(e, t, n, i, a, o, s, !0, !1), e != null && (lt(Be, Xe, Ca, !1), Ma(ze, r, bi, xi, R, z, null));
		let { left: c, top: l, width: u, height: d } = X;
		va = c, ya = l, ba = u, xa = d;
	}
	function Ca(e, t, n, i, a, o, s) {
		wi = Ti._x = Ti._y = !1, ha(e, t, n, i, a, o, s, !1, !0);
		let { left: c, top: l, width: u, height: d } = X, f = u > 0 || d > 0, p = va != c || ya != l || ba != u || xa != d;
		if (f && p && Oi(X), Ti.setScale && f && p) {
			let e = c, t = u, n = l, r = d;
			if (D.ori == 1 && (e = l, t = d, n = c, r = u), Y && Ai(S, na(e, S), na(e + t, S)), Ei) for (let e in b) {
				let t = b[e];
				e != S && t.from == null && t.min != H && Ai(e, na(n + r, e), na(n, e));
			}
			_a();
		} else M.lock && (M._lock = !M._lock, da(t, !0, e != null));
		e != null && (dt(Be, Xe), Ma(Be, r, q, J, R, z, null));
	}
	function wa(e, t, n, r, i, a, o) {
		if (M._lock) return;
		xn(e);
		let s = wi;
		if (wi) {
			let e = !0, t = !0, n, r;
			D.ori == 0 ? (n = Y, r = Ei) : (n = Ei, r = Y), n && r && (e = q <= 10 || q >= R - 10, t = J <= 10 || J >= z - 10), n && e && (q = q < bi ? 0 : R), r && t && (J = J < xi ? 0 : z), da(null, !0, !0), wi = !1;
		}
		q = -10, J = -10, oe.fill(null), da(null, !0, !0), s && (wi = s);
	}
	function Ta(e, t, n, i, a, o, s) {
		M._lock || (xn(e), Jn(), _a(), e != null && Ma(Ue, r, q, J, R, z, null));
	}
	function Ea() {
		y.forEach($i), nn(r.width, r.height, !0);
	}
	pt(qe, Ze, Ea);
	let Da = {};
	Da.mousedown = Sa, Da.mousemove = ma, Da.mouseup = Ca, Da.dblclick = Ta, Da.setSeries = (e, t, n, i) => {
		let a = $.match[2];
		n = a(r, t, n), n != -1 && ji(n, i, !0, !1);
	}, se && (lt(ze, m, Sa), lt(Re, m, ma), lt(Ve, m, (e) => {
		xn(e), pa(!1);
	}), lt(He, m, wa), lt(Ue, m, Ta), Li.add(r), r.syncRect = pa);
	let Q = r.hooks = e.hooks || {};
	function Oa(e, t, n) {
		Kr ? qr.push([
			e,
			t,
			n
		]) : e in Q && Q[e].forEach((e) => {
			e.call(null, r, t, n);
		});
	}
	(e.plugins || []).forEach((e) => {
		for (let t in e.hooks) Q[t] = (Q[t] || []).concat(e.hooks[t]);
	});
	let ka = (e, t, n) => n, $ = bn({
		key: null,
		setSeries: !1,
		filters: {
			pub: Zt,
			sub: Zt
		},
		scales: [S, v[1] ? v[1].scale : null],
		match: [
			Qt,
			Qt,
			ka
		],
		values: [null, null]
	}, M.sync);
	$.match.length == 2 && $.match.push(ka), M.sync = $;
	let Aa = $.key, ja = ci(Aa);
	function Ma(e, t, n, r, i, a, o) {
		$.filters.pub(e, t, n, r, i, a, o) && ja.pub(e, t, n, r, i, a, o);
	}
	ja.sub(r);
	function Na(e, t, n, r, i, a, o) {
		$.filters.sub(e, t, n, r, i, a, o) && Da[e](null, t, n, r, i, a, o);
	}
	r.pub = Na;
	function Pa() {
		ja.unsub(r), Li.delete(r), st.clear(), mt(qe, Ze, Ea), l.remove(), F?.remove(), Oa("destroy");
	}
	r.destroy = Pa;
	function Fa() {
		Oa("init", e, t), qn(t || e.data, !1), A[S] ? di(S, A[S]) : Jn(), $t = X.show && (X.width > 0 || X.height > 0), Jt = en = !0, nn(e.width, e.height);
	}
	return v.forEach(jn), y.forEach(Fn), n ? n instanceof HTMLElement ? (n.appendChild(l), Fa()) : n(r, Fa) : Fa(), r;
}
Z.assign = bn, Z.fmtNum = At, Z.rangeNum = Et, Z.rangeLog = bt, Z.rangeAsinh = xt, Z.orient = di, Z.pxRatio = I, Z.join = Tn, Z.fmtDate = Rn, Z.tzDate = Bn, Z.sync = ci;
{
	Z.addGap = gi, Z.clipGaps = hi;
	let e = Z.paths = { points: X };
	e.linear = Ai, e.stepped = ji, e.bars = Ni, e.spline = Fi;
}
// src/plot/text.ts
function ea(e, t) {
	let n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	for (; n < 12 && Math.abs(Number(t.toFixed(n)) / t - 1) > 1e-6;) n += 1;
	return e.toFixed(Math.min(12, n));
}
function ta(e) {
	let t = Math.abs(e);
	return t >= 1e9 ? `${S(Number((e / 1e9).toPrecision(4)))}G` : t >= 1e6 ? `${S(Number((e / 1e6).toPrecision(4)))}M` : S(Number(e.toPrecision(6)));
}
// src/plot/legend.ts
var na = class {
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
			let i = e[Number(r.dataset.at)], a = i ? oe(i, t, n) : null;
			r.textContent = a === null ? "" : ta(a);
		}
	}
}, ra = 14, ia = 4, aa = 13, oa = 6.2, sa = 16;
function ca(e, t, n) {
	let r = -Infinity, i = 0;
	return e.toSorted((e, t) => t.value - e.value).map((e) => {
		let a = t(e.value), o = `${e.name} ${ta(e.value)}`, s = a - r < n ? i : 0;
		return r = a, i = s + o.length * oa + sa, {
			name: o,
			y: a,
			beside: s
		};
	});
}
function la(e, t, n) {
	let { ctx: r, bbox: i } = e;
	r.save(), r.beginPath(), r.rect(i.left, i.top, i.width, i.height), r.clip();
	let a = (t) => e.valToPos(t, "y", !0);
	for (let { name: n, y: r, beside: i } of ca(t, a, aa * devicePixelRatio)) ua(e, n, r, i);
	r.setLineDash([]);
	for (let t of n) da(e, t);
	r.restore();
}
function ua(e, t, n, r) {
	let { ctx: i, bbox: a } = e, o = devicePixelRatio;
	i.setLineDash([2 * o, 4 * o]), i.strokeStyle = i.fillStyle = m().text, i.lineWidth = o, i.beginPath(), i.moveTo(a.left, n), i.lineTo(a.left + a.width, n), i.stroke(), i.font = `${11 * o}px system-ui, sans-serif`, i.textBaseline = "alphabetic", i.textAlign = "right", i.fillText(t, a.left + a.width - (4 + r) * o, n - 3 * o);
}
function da(e, t) {
	let { ctx: n } = e, r = ia * devicePixelRatio, i = e.valToPos(t.time_s, "x", !0), a = e.valToPos(t.value, "y", !0);
	n.strokeStyle = m().alarm, n.lineWidth = r / 2.5, n.beginPath(), t.kind === "lost" ? (n.moveTo(i - r, a - r), n.lineTo(i + r, a + r), n.moveTo(i - r, a + r), n.lineTo(i + r, a - r)) : (n.moveTo(i, a - r), n.lineTo(i + r, a + r), n.lineTo(i - r, a + r), n.closePath()), n.stroke();
}
function fa(e, t, n, r) {
	if (n < 0 || r < 0) return;
	let i = (t) => Math.hypot(e.valToPos(t.time_s, "x") - n, e.valToPos(t.value, "y") - r);
	return t.map((e) => ({
		mark: e,
		far: i(e)
	})).filter((e) => e.far < ra).sort((e, t) => e.far - t.far)[0]?.mark;
}
// src/plot/words.ts
var pa = 8;
function ma(e, { from_s: t, to_s: n }, r) {
	let i = r.slice(0, pa).map(({ name: e, points: t }) => {
		let n = N(t);
		return n ? `${e} from ${ta(n.min)} to ${ta(n.max)}` : `${e} empty`;
	});
	return `${e}, from ${E(t)} to ${E(n)}: ${i.join("; ")}`;
}
function ha(t) {
	let n = t.map(({ name: t, points: n, recorded: r }) => {
		let i = N(n), a = i ? [
			i.min,
			i.max,
			i.last
		].map((e) => T(e)) : [
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
var ga = 178, _a = {
	time_s: /* @__PURE__ */ new Float64Array(),
	value: /* @__PURE__ */ new Float64Array()
}, va = class {
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
	legend = new na((e, t) => this.toggle(e, t));
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
		let n = this.target.value, r = ne(t);
		i(this.target, e("option", { value: "" }, "automatic"), e("option", { value: "*" }, `all ${r.length}`), r.map((t) => e("option", { value: t }, t))), this.target.value = n === "*" || r.includes(n) ? n : "", this.rebuild();
	}
	setMarks(e, t) {
		this.marks = e, this.note.textContent = t, this.note.hidden = !t, this.plot?.redraw(!1);
	}
	get singleTarget() {
		let e = ne(this.shown);
		return e.length === 1 ? e[0] : this.target.value && this.target.value !== "*" ? this.target.value : void 0;
	}
	rebuild() {
		this.shown = te(this.all, this.target.value, this.family), this.points = this.shown.map(() => _a);
		let e = this.shown[0]?.info.unit ?? "";
		this.title.textContent = e ? `${this.family.title}, ${e}` : this.family.title, this.plot?.destroy(), this.plot = new Z(this.options(), [[]], this.holder), this.plot.over.append(this.cursor);
		let t = this.shown.map((e) => ({
			curve: e,
			name: this.nameOf(e),
			style: re(e, this.shown, this.family),
			shown: !this.hidden.has(this.key(e))
		}));
		this.legend.show(t, this.hiddenCount()), this.fetch(), this.onTarget();
	}
	hiddenCount() {
		let t = ne(this.all).length - ne(this.shown).length;
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
			height: ga,
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
				values: (e, t, n, r, i) => t.map((e) => ea(e, i))
			}, {
				...r,
				size: 64,
				values: (e, t) => t.map((e) => ta(e))
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
				draw: [(e) => la(e, this.thresholds(), this.marks)]
			}
		};
	}
	seriesOf(e) {
		let t = re(e, this.shown, this.family), n = Z.paths.stepped?.({ align: 1 });
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
		for (let t of this.shown.flatMap((e) => [...e.info.thresholds ?? [], ...j(e)])) e.set(`${t.name} ${t.value}`, t);
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
			let o = a.map((e, t) => i[t]?.info.stepped === !1 ? e : M(e, n));
			this.plot?.setData(se(o)), this.resize(), this.placed(), this.values(), this.fillTable(), this.describe(), this.element.dataset.state = "drawn", this.onDrawn();
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
			height: ga
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
		let r = fa(e, this.marks, t, n);
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
			points: this.points[t] ?? _a,
			recorded: e.info.points
		}));
	}
	describe() {
		this.holder.setAttribute("aria-label", ma(this.title.textContent ?? "", this.view.window.value, this.told()));
	}
	fillTable() {
		this.details.open && i(this.table, ha(this.told()));
	}
	picture(e) {
		let { from_s: t, to_s: n } = this.view.window.value, r = this.plot?.scales.y, i = this.shown.flatMap((t, n) => {
			if (this.hidden.has(this.key(t))) return [];
			let r = re(t, this.shown, this.family), { target: i, quantity: a, unit: o, stepped: s } = t.info;
			return [{
				name: this.nameOf(t),
				run: t.label,
				target: i,
				quantity: a,
				unit: o,
				stepped: s !== !1,
				points: this.points[n] ?? _a,
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
}, ya = {
	left: 64,
	right: 14
}, ba = 140, xa = 16, Sa = 34, Ca = 6.4, wa = 18, Ta = 4, Ea = 60;
function Da(e) {
	return e.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;");
}
function Q(e) {
	return String(Math.round(e * 10) / 10);
}
function Oa(e, t, n, r) {
	let i = [], a, o = e.stepped ? M(e.points, t) : e.points;
	return o.time_s.forEach((t, s) => {
		let c = o.value[s] ?? NaN;
		if (e.stepped && a !== void 0 && i.push(`L${Q(n(t))} ${Q(a)}`), !Number.isFinite(c)) return void (a = void 0);
		let l = r(c);
		i.push(`${a === void 0 ? "M" : "L"}${Q(n(t))} ${Q(l)}`), a = l;
	}), i.join("");
}
function ka({ dash: e }) {
	return e.length ? ` stroke-dasharray="${e.join(" ")}"` : "";
}
function $(e, t, n) {
	let r = ya.left, i = t, a = (e) => {
		r > ya.left && r + e > n - ya.right && ([r, i] = [ya.left, i + xa]);
	}, o = e.curves.map((e) => {
		let t = Sa + e.name.length * Ca;
		a(t);
		let n = `<line x1="${Q(r)}" x2="${Q(r + 26)}" y1="${i - 4}" y2="${i - 4}" stroke="${e.colour}" stroke-width="2.5"${ka(e)}/>`, o = `<text class="key" x="${Q(r + Sa)}" y="${i}">${Da(e.name)}</text>`;
		return r += t + wa, n + o;
	});
	return e.more && (a(e.more.length * Ca), o.push(`<text x="${Q(r)}" y="${i}">${Da(e.more)}</text>`)), {
		svg: o,
		height: o.length ? i - t + xa : 0
	};
}
function Aa({ kind: e, text: t }, n, r, i) {
	let [a, o, s, c] = [
		n - Ta,
		n + Ta,
		r - Ta,
		r + Ta
	].map(Q);
	return `<path class="${e}" d="${e === "lost" ? `M${a} ${s}L${o} ${c}M${a} ${c}L${o} ${s}` : `M${Q(n)} ${s}L${o} ${c}L${a} ${c}Z`}" fill="none" stroke="${i.alarm}" stroke-width="1.6"><title>${Da(t)}</title></path>`;
}
function ja(e, t, n) {
	let { x: r, y: i, left: a, right: o, top: s, bottom: c } = t, l = ce(e.from_s, e.to_s, Math.max(2, Math.floor((o - a) / Ea))), u = (l[1] ?? e.to_s) - (l[0] ?? e.from_s);
	return [
		...ce(e.low, e.high, 4).map((e) => `<line x1="${a}" x2="${o}" y1="${Q(i(e))}" y2="${Q(i(e))}" stroke="${n.grid}"/><text x="${a - 6}" y="${Q(i(e) + 4)}" text-anchor="end">${ta(e)}</text>`),
		...l.map((e) => `<line x1="${Q(r(e))}" x2="${Q(r(e))}" y1="${Q(s)}" y2="${Q(c)}" stroke="${n.grid}"/><text x="${Q(r(e))}" y="${Q(c + 15)}" text-anchor="middle">${ea(e, u)}</text>`),
		`<text x="${Q((a + o) / 2)}" y="${Q(c + 30)}" text-anchor="middle">time, s</text>`
	];
}
function Ma(e, t, n) {
	let [r, i, a] = [
		ya.left,
		n - ya.right,
		t + ba
	];
	return {
		left: r,
		right: i,
		top: t,
		bottom: a,
		x: (t) => r + (t - e.from_s) / (e.to_s - e.from_s || 1) * (i - r),
		y: (t) => a - (t - e.low) / (e.high - e.low || 1) * ba
	};
}
function Na(e, t) {
	let n = [];
	for (let r of e.split(" ").filter(Boolean)) {
		let e = n.at(-1);
		e !== void 0 && e.length + 1 + r.length <= t ? n[n.length - 1] = `${e} ${r}` : n.push(r);
	}
	return n;
}
function Pa(e, t, n, r, i) {
	let a = $(e, t + 34, n), o = Ma(e, t + 24 + a.height, n), { x: s, y: c, left: l, right: u, bottom: d } = o, f = [
		...e.curves.map((t) => `<path d="${Oa(t, e.to_s, s, c)}" fill="none" stroke="${t.colour}" stroke-width="1.4"${ka(t)}><title>${Da(`${t.run}: ${t.quantity} of ${t.target}`)}</title></path>`),
		...ca(e.lines, c, 13).map(({ name: e, y: t, beside: n }) => `<line x1="${l}" x2="${u}" y1="${Q(t)}" y2="${Q(t)}" stroke="${r.text}" stroke-dasharray="2 4"/><text class="threshold" x="${Q(u - 4 - n)}" y="${Q(t - 3)}" text-anchor="end" font-size="11">${Da(e)}</text>`),
		...e.marks.filter(({ time_s: t }) => t >= e.from_s && t <= e.to_s).map((e) => Aa(e, s(e.time_s), c(e.value), r))
	], p = Na(e.note, (u - l) / Ca).map((e, t) => `<text x="${l}" y="${d + 48 + t * xa}">${Da(e)}</text>`);
	return {
		svg: [
			`<text x="${l}" y="${t + 15}" font-weight="bold">${Da(e.title)}</text>`,
			...a.svg,
			...ja(e, o, r),
			`<clipPath id="${i}"><rect x="${l}" y="${o.top - 2}" width="${u - l}" height="144"/></clipPath>`,
			`<g clip-path="url(#${i})">`,
			...f,
			"</g>",
			...p
		],
		height: d - t + 46 + p.length * xa
	};
}
function Fa(e, t, n, r = 900) {
	let i = 34, a = e.flatMap((e, t) => {
		let { svg: a, height: o } = Pa(e, i, r, n, `clip${t}`);
		return i += o, a;
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${r} ${i}" width="${r}" height="${i}" font-family="system-ui, sans-serif" font-size="12" fill="${n.text}">`,
		`<rect width="100%" height="100%" fill="${n.back}"/>`,
		`<text x="${ya.left}" y="22" font-size="14" font-weight="bold">${Da(t)}</text>`,
		...a,
		"</svg>\n"
	].join("\n");
}
// src/plot/strips.ts
var Ia = 0, La = class {
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
		this.view = e, this.source = t, Ia += 1, this.sync = `cellwise-${Ia}`;
	}
	setCurves(e) {
		let t = A(e);
		for (let [e, n] of this.strips) t.some((t) => t.family.name === e) || (n.destroy(), this.strips.delete(e));
		for (let { family: e, curves: n } of t) {
			let t = this.strips.get(e.name) ?? this.add(e);
			this.element.append(t.element), t.setCurves(n);
		}
	}
	add(e) {
		let t = new va(e, this.view, this.source, this.sync);
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
		return new Blob([F(this.pictures(!1))], { type: "text/csv" });
	}
	svg(e) {
		return this.drawn(e, !1, Ra);
	}
	async png(e) {
		let t = Math.max(za, Math.round(this.element.clientWidth));
		return Va(this.drawn(e, f(), t));
	}
	drawn(e, t, n) {
		return new Blob([Fa(this.pictures(t), e, m(t), n)], { type: "image/svg+xml" });
	}
}, Ra = 900, za = 360, Ba = 2;
async function Va(e) {
	let t = URL.createObjectURL(e);
	try {
		let e = new Image();
		e.src = t, await e.decode();
		let n = Math.max(Ba, devicePixelRatio), r = document.createElement("canvas");
		r.width = Math.round(e.width * n), r.height = Math.round(e.height * n);
		let i = r.getContext("2d");
		if (!i) throw Error("This browser has no canvas.");
		return i.drawImage(e, 0, 0, r.width, r.height), await new Promise((e, t) => r.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("The picture is too large.")), "image/png"));
	} finally {
		URL.revokeObjectURL(t);
	}
}
function Ha(t) {
	return e("div", {
		class: "buttons",
		role: "group",
		"aria-label": "Part of the run that is shown"
	}, a("Earlier", () => t.pan(-.5), { "data-testid": "earlier" }), a("Later", () => t.pan(.5), { "data-testid": "later" }), a("Zoom in", () => t.zoom(.5), { "data-testid": "zoom-in" }), a("Zoom out", () => t.zoom(2), { "data-testid": "zoom-out" }), a("Whole run", () => t.reset(), { "data-testid": "zoom-reset" }));
}
function Ua(t, n) {
	let r = URL.createObjectURL(t);
	e("a", {
		href: r,
		download: n
	}).click(), setTimeout(() => URL.revokeObjectURL(r), 1e4);
}
// src/base/signal.ts
var Wa = class {
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
}, Ga = 1e-8, Ka = class {
	window;
	at;
	hover = new Wa(null);
	whole;
	constructor(e) {
		this.whole = {
			from_s: 0,
			to_s: e
		}, this.window = new Wa(this.whole), this.at = new Wa(0);
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
		let n = Math.min(Math.max(t - e, Ga), this.whole.to_s), r = Math.min(Math.max(e, 0), this.whole.to_s - n);
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
}, qa = 20, Ja = 1e3, Ya = [
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
], Xa = class {
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
			max: Ja,
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
		}, Ya.map((t) => e("option", { value: t }, `${E(t)} per s`))), this.element = e("div", {
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
		this.view.at.set(e + Number(this.bar.value) / Ja * (t - e));
	}
	key(e) {
		if (e.key === " ") this.toggle();
		else if (e.key === "Escape") this.pause(), this.view.at.set(this.view.window.value.from_s);
		else return;
		e.preventDefault();
	}
	placed() {
		let { from_s: e, to_s: t } = this.view.window.value, n = this.view.at.value;
		this.bar.value = String(Math.round((n - e) / (t - e) * Ja));
		let r = E(n, 6);
		this.clock.textContent = r, this.bar.setAttribute("aria-valuetext", r);
	}
	offerSpeed() {
		if (this.chosen) return;
		let { from_s: e, to_s: t } = this.view.window.value, n = (t - e) / qa, r = Ya.reduce((e, t) => Math.abs(Math.log(t / n)) < Math.abs(Math.log(e / n)) ? t : e);
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
}, Za = 120;
async function Qa(e) {
	let t = String(e.get("simulator")).slice(10), n = (await e.widget_manager?.get_model(t).catch(() => void 0))?.get("octets");
	if (!(n instanceof DataView)) throw Error("The simulator is not in this notebook: run the cell again.");
	if (n.byteLength === 0) throw Error("The simulator for browsers is not built: make build says why, and builds it where it can.");
	return $a(n);
}
function $a(e) {
	return new Uint8Array(e.buffer, e.byteOffset, e.byteLength).slice().buffer;
}
function eo(e) {
	return new Response(new Blob([e]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
function to(e, t) {
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
function no(e) {
	let t = ({ target: t, ctrlKey: n, metaKey: r, altKey: i }) => {
		t instanceof Element && e.contains(t) && t.toggleAttribute("data-lm-suppress-shortcuts", !(n || r || i));
	};
	return addEventListener("keydown", t, !0), () => removeEventListener("keydown", t, !0);
}
var ro = class {
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
	view = new Ka(1);
	strips;
	example;
	controls;
	elements;
	title;
	soon = c(Za, () => void this.run());
	stops;
	constructor(e, t) {
		this.model = e, this.title = String(e.get("title")), this.controls = e.get("controls"), this.example = new D(t, "run", String(e.get("scenario")), this.controls), this.strips = new La(this.view, (e, t, n, r) => this.example.points(e.info.index, t, n, r)), this.strips.onError = (e) => this.fail(e), this.elements = this.controls.map((e, t) => y(e, (e) => this.changed(t, e))), this.box = this.made();
		let n = () => this.told();
		e.on("change:value", n), this.stops = [
			to(this.box, () => this.strips.rebuild()),
			no(this.box),
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
		this.show(await this.example.take(await eo($a(e))));
	}
	fail(e) {
		this.progress.hidden = !0, this.status.textContent = "", this.failed.textContent = e instanceof Error ? e.message : String(e), this.box.dataset.state = "failed";
	}
	made() {
		let { strips: t, title: n, view: r } = this, i = (e, t) => a(e, () => void Promise.resolve(t()).then((t) => Ua(t, `cellwise.${e.toLowerCase()}`))), o = e("div", {
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
		}, s) : null, this.progress, this.status, this.failed, new Xa(r).element, e("div", { class: "toolbar" }, Ha(r), o), t.element);
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
		}))), this.status.textContent = [O(e), e.stopped ?? ""].join(" ").trim(), this.box.dataset.state = "done";
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
async function io({ model: e, el: t }) {
	let n = Qa(e), r = new URL(URL.createObjectURL(new Blob(["// ../crates/wasm/cellwise.mjs\nvar e = {\n	f64: Float64Array,\n	u64: BigUint64Array,\n	u32: Uint32Array\n}, t = 8, n = 50, r = 2e3, i = 5e6, a = class extends Error {\n	constructor({ kind: e, message: t, issues: n }) {\n		super(t), this.name = \"Refusal\", this.kind = e, this.issues = n;\n	}\n}, o = class {\n	#e;\n	#t;\n	constructor(e) {\n		this.#e = e, this.#n();\n	}\n	#n() {\n		this.#t = new WebAssembly.Instance(this.#e, {}).exports;\n	}\n	ask(e) {\n		return this.#r(new TextEncoder().encode(JSON.stringify(e)));\n	}\n	take(e) {\n		let t = new DataView(e).getUint32(4, !0), { scenario: n } = JSON.parse(new TextDecoder().decode(new Uint8Array(e, 8, t)));\n		return {\n			run: this.#r(new Uint8Array(e)),\n			scenario: n\n		};\n	}\n	#r(e) {\n		try {\n			let t = this.#t.cellwise_room(e.length) >>> 0;\n			new Uint8Array(this.#t.memory.buffer, t, e.length).set(e);\n			let n = this.#t.cellwise_answer() >>> 0, r = this.#t.cellwise_answered() >>> 0;\n			return c(this.#t.memory.buffer.slice(r, r + n));\n		} catch (e) {\n			throw e instanceof WebAssembly.RuntimeError ? this.#i(e) : e;\n		}\n	}\n	#i(e) {\n		let t = this.#t.cellwise_is_short() !== 0;\n		return this.#n(), t ? new a({\n			kind: \"memory\",\n			message: \"the browser gives this page no more memory\",\n			issues: []\n		}) : new a({\n			kind: \"fault\",\n			message: `fault in Cellwise, please report it: ${e.message}`,\n			issues: []\n		});\n	}\n	async run(e, { progress: t = () => !0, breathe: a = s } = {}) {\n		let o = this.ask({\n			ask: \"begin\",\n			scenario: e\n		}), c = r;\n		for (let e = !1; !e;) {\n			let s = performance.now(), l = this.ask({\n				ask: \"advance\",\n				run: o,\n				events: c\n			}), u = Math.max(performance.now() - s, .1);\n			c = Math.round(Math.min(Math.max(c * n / u, r), i, 4 * c)), await a(), e = l.state !== \"running\" || t(l.progress) === !1;\n		}\n		return {\n			run: o,\n			...this.ask({\n				ask: \"finish\",\n				run: o\n			})\n		};\n	}\n};\nfunction s() {\n	return new Promise((e) => {\n		let { port1: t, port2: n } = new MessageChannel();\n		t.onmessage = () => {\n			t.close(), e();\n		}, n.postMessage(void 0);\n	});\n}\nfunction c(n) {\n	let r = new DataView(n).getUint32(0, !0), i = Math.ceil((4 + r) / t) * t, o = new TextDecoder().decode(new Uint8Array(n, 4, r)), s = JSON.parse(o, (t, r) => r?.$ === void 0 ? r : new e[r.$](n, i + r.at, r.length));\n	if (s.refused !== void 0) throw new a(s.refused);\n	return s.ok;\n}\n// src/compute/worker.ts\nvar l = globalThis, u = 1.25, d, f, p = /* @__PURE__ */ new Map(), m = /* @__PURE__ */ new Map(), h = [[\"duration\", \"500 ms\"]], g = \"n-source\";\nasync function _(e) {\n	if (typeof WebAssembly > \"u\") throw Error(\"This page has no WebAssembly, which the simulator is written in.\");\n	let t = typeof e == \"string\" ? await v(e) : y(e);\n	try {\n		return await (t.headers.get(\"Content-Type\")?.startsWith(\"application/wasm\") ? WebAssembly.compileStreaming(t) : WebAssembly.compile(await t.arrayBuffer()));\n	} catch (e) {\n		let t = e instanceof Error ? e.message : String(e);\n		throw Error(`The simulator could not be compiled, or this page forbids WebAssembly: ${t}`);\n	}\n}\nasync function v(e) {\n	let t = await fetch(e);\n	if (t.ok) return t;\n	throw Error(t.status === 404 ? \"The simulator for browsers is not there: make build says why, and builds it where it can.\" : `${e}: ${t.status} ${t.statusText}`);\n}\nfunction y(e) {\n	let t = new Blob([e]).stream().pipeThrough(new DecompressionStream(\"gzip\"));\n	return new Response(t, { headers: { \"Content-Type\": \"application/wasm\" } });\n}\nasync function b(e) {\n	switch (e.ask) {\n		case \"load\": return d = _(e.module), f = d.then((e) => new o(e)), f.then(() => null);\n		case \"warm\": return S();\n		case \"module\": return x(await f, e.request);\n		case \"run\": return C(e);\n		case \"take\": return w(e);\n		case \"about\": {\n			let t = m.get(e.key);\n			return t ? x(t.engine, {\n				...e.about,\n				run: t.run\n			}) : null;\n		}\n		case \"marked\": return E(e);\n		case \"lanes\": return D(e);\n		case \"forget\": return m.delete(e.key), null;\n	}\n}\nfunction x(e, t) {\n	return e.ask(t);\n}\nasync function S() {\n	let e = await f, t = e.ask({\n		ask: \"set\",\n		scenario: e.ask({\n			ask: \"template\",\n			name: g\n		}),\n		changes: h\n	}), n = new o(await d), { run: r } = await n.run(e.ask({\n		ask: \"watching\",\n		scenario: t\n	}).scenario, { progress: () => p.size === 0 });\n	return n.ask({\n		ask: \"describe\",\n		run: r,\n		hidden: []\n	}), null;\n}\nasync function C({ id: e, key: t, scenario: n, changes: r, watched: i }) {\n	let a = await f, s = () => p.get(t) === e;\n	if (!s()) return null;\n	let c = r.length ? a.ask({\n		ask: \"set\",\n		scenario: n,\n		changes: r\n	}) : n, { scenario: u, hidden: h } = i ? a.ask({\n		ask: \"watching\",\n		scenario: c\n	}) : {\n		scenario: c,\n		hidden: []\n	}, g = new o(await d), _ = await g.run(u, { progress: (t) => (l.postMessage({\n		id: e,\n		share: t\n	}), s()) });\n	return s() ? (m.set(t, {\n		engine: g,\n		run: _.run,\n		scenario: c,\n		hidden: h,\n		again: void 0\n	}), g.ask({\n		ask: \"describe\",\n		run: _.run,\n		hidden: h\n	})) : null;\n}\nasync function w({ key: e, octets: t }) {\n	let n = new o(await d), { run: r, scenario: i } = n.take(t);\n	return m.set(e, {\n		engine: n,\n		run: r,\n		scenario: i,\n		hidden: [],\n		again: void 0\n	}), {\n		scenario: JSON.parse(i),\n		described: n.ask({\n			ask: \"describe\",\n			run: r,\n			hidden: []\n		})\n	};\n}\nasync function T(e, t, n, r) {\n	let i = m.get(e);\n	if (!i) return null;\n	if (i.again?.of === t && i.again.until_s >= n) return i;\n	i.again && i.engine.ask({\n		ask: \"forget\",\n		run: i.again.run\n	}), i.again = void 0;\n	let a = await i.engine.run(r(i), { progress: () => m.get(e) === i });\n	return m.get(e) === i ? (i.again = {\n		of: t,\n		run: a.run,\n		until_s: n\n	}, i) : null;\n}\nasync function E({ key: e, flow: t, from_s: n, to_s: r, most: i }) {\n	let a = u * r, o = m.get(e)?.again, s = await T(e, t, o?.of === t && o.until_s >= r ? r : a, ({ engine: e, scenario: n }) => e.ask({\n		ask: \"again\",\n		scenario: n,\n		flow: t,\n		to_s: a\n	}));\n	return s?.again ? s.engine.ask({\n		ask: \"marked\",\n		run: s.again.run,\n		flow: t,\n		from_s: n,\n		to_s: r,\n		most: i\n	}) : null;\n}\nasync function D({ key: e, port: t, from_s: n, to_s: r, most: i }) {\n	let a = await T(e, JSON.stringify([\n		t,\n		n,\n		r,\n		i\n	]), r, ({ engine: e, scenario: a }) => e.ask({\n		ask: \"again\",\n		scenario: a,\n		port: t,\n		from_s: n,\n		to_s: r,\n		most: i\n	}));\n	return a?.again ? a.engine.ask({\n		ask: \"lanes\",\n		run: a.again.run,\n		port: t,\n		from_s: n,\n		to_s: r\n	}) : null;\n}\nfunction O(e) {\n	if (e instanceof a) {\n		let { kind: t, issues: n } = e;\n		return {\n			kind: t,\n			message: e.message,\n			issues: n.map((e) => ({\n				...e,\n				text: k(e)\n			}))\n		};\n	}\n	return {\n		kind: \"browser\",\n		message: e instanceof Error ? e.message : String(e),\n		issues: []\n	};\n}\nfunction k({ path: e, value: t, rule: n }) {\n	return t === null ? `${e}: ${n}` : `${e}: ${t} is not allowed; ${n}`;\n}\nvar A = Promise.resolve();\nl.onmessage = ({ data: e }) => {\n	e.ask === \"run\" && p.set(e.key, e.id), e.ask === \"forget\" && p.delete(e.key);\n	let t = e.ask === \"marked\" || e.ask === \"lanes\", n = t ? A.then(() => b(e)) : b(e);\n	t && (A = n.catch(() => void 0)), n.then((t) => l.postMessage({\n		id: e.id,\n		ok: t\n	}), (t) => l.postMessage({\n		id: e.id,\n		failed: O(t)\n	}));\n};\n"], { type: "text/javascript" }))), i = new v(r, await n.catch(() => /* @__PURE__ */ new ArrayBuffer(0))), a = new ro(e, i);
	return t.append(a.box), n.then(() => a.begin()).catch((e) => a.fail(e)), () => {
		a.destroy(), i.end(), URL.revokeObjectURL(r.href);
	};
}
var ao = { render: io };
export { ao as default };
