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
// src/plot/curves.ts
var h = [
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
], g = /* @__PURE__ */ new Set(["busy"]);
function _(e) {
	let t = new Set(h.flatMap((e) => e.quantities)), n = [...new Set(e.map((e) => e.info.quantity))].filter((e) => !t.has(e) && !g.has(e));
	return [...h, ...n.map((e) => ({
		name: e,
		title: e,
		quantities: [e],
		zero: !0
	}))].map((t) => ({
		family: t,
		curves: e.filter((e) => t.quantities.includes(e.info.quantity))
	})).filter((e) => e.curves.length > 0);
}
function v(e, t, n, r = 7) {
	let i = y(e);
	if (t === "*") return e;
	if (t) return e.filter((e) => e.info.target === t);
	let a = new Set(e.map((e) => e.run)).size > 1 ? i.slice(0, 1) : i.slice(0, r), o = e.filter((e) => a.includes(e.info.target));
	return o.length <= 2 ? o : o.filter((e) => e.info.quantity === n.quantities[0] || !o.some((e) => e.info.quantity === n.quantities[0]));
}
function y(e) {
	return [...new Set(e.map((e) => e.info.target))];
}
function b(e, t, n) {
	let r = new Set(t.map((e) => e.run)).size > 1, i = y(t).indexOf(e.info.target), a = n.quantities.indexOf(e.info.quantity);
	return r ? {
		colour: e.rank,
		dash: a > 0 ? a : i
	} : {
		colour: i,
		dash: a
	};
}
function x({ time_s: e }, t) {
	let n = 0, r = e.length;
	for (; n < r;) {
		let i = n + r >> 1;
		(e[i] ?? 0) <= t ? n = i + 1 : r = i;
	}
	return n;
}
function S(e, t) {
	let n = e.value[x(e, t) - 1];
	return n === void 0 || !Number.isFinite(n) ? null : n;
}
function C(e, t, n) {
	let r = S(e, t - n / 2), i = e.value.subarray(x(e, t - n / 2), x(e, t + n / 2)), a = [...r === null ? [] : [r], ...i].filter(Number.isFinite);
	return a.length ? Math.max(...a) : null;
}
function w({ info: e }) {
	return e.peak ? [{
		name: "true peak",
		value: e.peak,
		peak: !0
	}] : [];
}
function T(e, t) {
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
function E({ value: e }) {
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
function D(e) {
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
// src/plot/picture.ts
function te(e) {
	return /[",\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function ne(e) {
	let t = ["run,quantity,target,unit,time_s,value"];
	for (let n of e) for (let { run: e, quantity: r, target: i, unit: a, points: o } of n.curves) {
		let s = [
			e,
			r,
			i,
			a
		].map(te).join(",");
		o.time_s.forEach((e, r) => {
			e >= n.from_s && e <= n.to_s && t.push(`${s},${e},${o.value[r]}`);
		});
	}
	return `${t.join("\n")}\n`;
}
function re(e, t, n) {
	let r = (t - e) / Math.max(n, 1);
	if (!(r > 0)) return [e];
	let i = 10 ** Math.floor(Math.log10(r)), a = ([
		1,
		2,
		5,
		10
	].find((e) => e * i >= r * (1 - 1e-9)) ?? 10) * i, o = [];
	for (let n = Math.ceil(e / a - 1e-9); n * a <= t + a * 1e-9; n += 1) o.push(k(n * a, 12));
	return o;
}
// node_modules/uplot/dist/uPlot.esm.js
var ie = !0, ae = "uplot", oe = "u-hz", se = "u-vt", ce = "u-title", le = "u-wrap", ue = "u-under", de = "u-over", fe = "u-axis", pe = "u-off", me = "u-select", he = "u-cursor-x", ge = "u-cursor-y", _e = "u-cursor-pt", ve = "u-legend", ye = "u-live", be = "u-inline", xe = "u-series", Se = "u-marker", Ce = "u-label", we = "u-value", Te = "width", Ee = "height", De = "top", Oe = "bottom", ke = "left", Ae = "right", je = "#000", Me = "#0000", Ne = "mousemove", Pe = "mousedown", Fe = "mouseup", Ie = "mouseenter", Le = "mouseleave", Re = "dblclick", M = "resize", N = "scroll", ze = "change", Be = "dppxchange", Ve = "--", He = typeof window < "u", Ue = He ? document : null, We = He ? window : null, Ge = He ? navigator : null, P, Ke;
function qe() {
	let e = devicePixelRatio;
	P != e && (P = e, Ke && st(ze, Ke, qe), Ke = matchMedia(`(min-resolution: ${P - .001}dppx) and (max-resolution: ${P + .001}dppx)`), ot(ze, Ke, qe), We.dispatchEvent(new CustomEvent(Be)));
}
function Je(e, t) {
	if (t != null) {
		let n = e.classList;
		!n.contains(t) && n.add(t);
	}
}
function Ye(e, t) {
	let n = e.classList;
	n.contains(t) && n.remove(t);
}
function F(e, t, n) {
	e.style[t] = n + "px";
}
function Xe(e, t, n, r) {
	let i = Ue.createElement(e);
	return t != null && Je(i, t), n?.insertBefore(i, r), i;
}
function Ze(e, t) {
	return Xe("div", e, t);
}
var Qe = /* @__PURE__ */ new WeakMap();
function $e(e, t, n, r, i) {
	let a = "translate(" + t + "px," + n + "px)";
	a != Qe.get(e) && (e.style.transform = a, Qe.set(e, a), t < 0 || n < 0 || t > r || n > i ? Je(e, pe) : Ye(e, pe));
}
var et = /* @__PURE__ */ new WeakMap();
function tt(e, t, n) {
	let r = t + n;
	r != et.get(e) && (et.set(e, r), e.style.background = t, e.style.borderColor = n);
}
var nt = /* @__PURE__ */ new WeakMap();
function rt(e, t, n, r) {
	let i = t + "" + n;
	i != nt.get(e) && (nt.set(e, i), e.style.height = n + "px", e.style.width = t + "px", e.style.marginLeft = r ? -t / 2 + "px" : 0, e.style.marginTop = r ? -n / 2 + "px" : 0);
}
var it = { passive: !0 }, at = {
	...it,
	capture: !0
};
function ot(e, t, n, r) {
	t.addEventListener(e, n, r ? at : it);
}
function st(e, t, n, r) {
	t.removeEventListener(e, n, it);
}
He && qe();
function ct(e, t, n, r) {
	let i;
	n ||= 0, r ||= t.length - 1;
	let a = r <= 2147483647;
	for (; r - n > 1;) i = a ? n + r >> 1 : z((n + r) / 2), t[i] < e ? n = i : r = i;
	return e - t[n] <= t[r] - e ? n : r;
}
function lt(e) {
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
var ut = (e) => e != null, dt = (e) => e != null && e > 0, ft = lt(ut), pt = lt(dt);
function mt(e, t, n, r = 0, i = !1) {
	let a = i ? pt : ft, o = i ? dt : ut;
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
function ht(e, t, n, r) {
	let i = Mt(e), a = Mt(t);
	e == t && (i == -1 ? (e *= n, t /= n) : (e /= n, t *= n));
	let o = n == 10 ? Nt : Pt, s = i == 1 ? z : Ot, c = a == 1 ? Ot : z, l = s(o(R(e))), u = c(o(R(t))), d = jt(n, l), f = jt(n, u);
	return n == 10 && (l < 0 && (d = H(d, -l)), u < 0 && (f = H(f, -u))), r || n == 2 ? (e = d * i, t = f * a) : (e = Xt(e, d), t = Yt(t, f)), [e, t];
}
function gt(e, t, n, r) {
	let i = ht(e, t, n, r);
	return e == 0 && (i[0] = 0), t == 0 && (i[1] = 0), i;
}
var _t = .1, vt = {
	mode: 3,
	pad: _t
}, yt = {
	pad: 0,
	soft: null,
	mode: 0
}, bt = {
	min: yt,
	max: yt
};
function xt(e, t, n, r) {
	return cn(n) ? Ct(e, t, n) : (yt.pad = n, yt.soft = r ? 0 : null, yt.mode = r ? 3 : 0, Ct(e, t, bt));
}
function I(e, t) {
	return e ?? t;
}
function St(e, t, n) {
	for (t = I(t, 0), n = I(n, e.length - 1); t <= n;) {
		if (e[t] != null) return !0;
		t++;
	}
	return !1;
}
function Ct(e, t, n) {
	let r = n.min, i = n.max, a = I(r.pad, 0), o = I(i.pad, 0), s = I(r.hard, -B), c = I(i.hard, B), l = I(r.soft, B), u = I(i.soft, -B), d = I(r.mode, 0), f = I(i.mode, 0), p = t - e, m = Nt(p), h = At(R(e), R(t)), g = R(Nt(h) - m);
	(p < 1e-24 || g > 10) && (p = 0, (e == 0 || t == 0) && (p = 1e-24, d == 2 && l != B && (a = 0), f == 2 && u != -B && (o = 0)));
	let _ = p || h || 1e3, v = jt(10, z(Nt(_))), y = H(Xt(e - _ * (p == 0 ? e == 0 ? .1 : 1 : a), v / 10), 24), b = e >= l && (d == 1 || d == 3 && y <= l || d == 2 && y >= l) ? l : B, x = At(s, y < b && e >= b ? b : kt(b, y)), S = H(Yt(t + _ * (p == 0 ? t == 0 ? .1 : 1 : o), v / 10), 24), C = t <= u && (f == 1 || f == 3 && S >= u || f == 2 && S <= u) ? u : -B, w = kt(c, S > C && t <= C ? C : At(C, S));
	return x == w && x == 0 && (w = 100), [x, w];
}
var wt = new Intl.NumberFormat(He ? Ge.language : "en-US"), Tt = (e) => wt.format(e), L = Math, Et = L.PI, R = L.abs, z = L.floor, Dt = L.round, Ot = L.ceil, kt = L.min, At = L.max, jt = L.pow, Mt = L.sign, Nt = L.log10, Pt = L.log2, Ft = (e, t = 1) => L.sinh(e) * t, It = (e, t = 1) => L.asinh(e / t), B = Infinity;
function Lt(e) {
	return (Nt((e ^ e >> 31) - (e >> 31)) | 0) + 1;
}
function Rt(e, t, n) {
	return kt(At(e, t), n);
}
function zt(e) {
	return typeof e == "function";
}
function V(e) {
	return zt(e) ? e : () => e;
}
var Bt = () => {}, Vt = (e) => e, Ht = (e, t) => t, Ut = (e) => null, Wt = (e) => !0, Gt = (e, t) => e == t, Kt = /\.\d*?(?=9{6,}|0{6,})/gm, qt = (e) => {
	if (an(e) || Zt.has(e)) return e;
	let t = `${e}`, n = t.match(Kt);
	if (n == null) return e;
	let r = n[0].length - 1;
	if (t.indexOf("e-") != -1) {
		let [e, n] = t.split("e");
		return +`${qt(e)}e${n}`;
	}
	return H(e, r);
};
function Jt(e, t) {
	return qt(H(qt(e / t)) * t);
}
function Yt(e, t) {
	return qt(Ot(qt(e / t)) * t);
}
function Xt(e, t) {
	return qt(z(qt(e / t)) * t);
}
function H(e, t = 0) {
	if (an(e)) return e;
	let n = 10 ** t;
	return Dt(e * n * (1 + 2 ** -52)) / n;
}
var Zt = /* @__PURE__ */ new Map();
function Qt(e) {
	return (("" + e).split(".")[1] || "").length;
}
function $t(e, t, n, r) {
	let i = [], a = r.map(Qt);
	for (let o = t; o < n; o++) {
		let t = R(o), n = H(jt(e, o), t);
		for (let s = 0; s < r.length; s++) {
			let c = e == 10 ? +`${r[s]}e${o}` : r[s] * n, l = (o >= 0 ? 0 : t) + (o >= a[s] ? 0 : a[s]), u = e == 10 ? c : H(c, l);
			i.push(u), Zt.set(u, l);
		}
	}
	return i;
}
var en = {}, tn = [], nn = [null, null], rn = Array.isArray, an = Number.isInteger, on = (e) => e === void 0;
function sn(e) {
	return typeof e == "string";
}
function cn(e) {
	let t = !1;
	if (e != null) {
		let n = e.constructor;
		t = n == null || n == Object;
	}
	return t;
}
function ln(e) {
	return typeof e == "object" && !!e;
}
var un = Object.getPrototypeOf(Uint8Array), dn = "__proto__";
function fn(e, t = cn) {
	let n;
	if (rn(e)) {
		let r = e.find((e) => e != null);
		if (rn(r) || t(r)) {
			n = Array(e.length);
			for (let r = 0; r < e.length; r++) n[r] = fn(e[r], t);
		} else n = e.slice();
	} else if (e instanceof un) n = e.slice();
	else if (t(e)) {
		n = {};
		for (let r in e) r != dn && (n[r] = fn(e[r], t));
	} else n = e;
	return n;
}
function U(e) {
	let t = arguments;
	for (let n = 1; n < t.length; n++) {
		let r = t[n];
		for (let t in r) t != dn && (cn(e[t]) ? U(e[t], fn(r[t])) : e[t] = fn(r[t]));
	}
	return e;
}
var pn = 0, mn = 1, hn = 2;
function gn(e, t, n) {
	for (let r = 0, i, a = -1; r < t.length; r++) {
		let o = t[r];
		if (o > a) {
			for (i = o - 1; i >= 0 && e[i] == null;) e[i--] = null;
			for (i = o + 1; i < n && e[i] == null;) e[a = i++] = null;
		}
	}
}
function _n(e, t) {
	if (bn(e)) {
		let t = e[0].slice();
		for (let n = 1; n < e.length; n++) t.push(...e[n].slice(1));
		return xn(t[0]) || (t = yn(t)), t;
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
			let c = o[e], l = Array(i).fill(void 0), u = t ? t[n][e] : mn, d = [];
			for (let e = 0; e < c.length; e++) {
				let t = c[e], n = a.get(s[e]);
				t === null ? u != pn && (l[n] = t, u == hn && d.push(n)) : l[n] = t;
			}
			gn(l, d, i), r.push(l);
		}
	}
	return r;
}
var vn = typeof queueMicrotask > "u" ? (e) => Promise.resolve().then(e) : queueMicrotask;
function yn(e) {
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
function bn(e) {
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
function xn(e, t = 100) {
	let n = e.length;
	if (n <= 1) return !0;
	let r = 0, i = n - 1;
	for (; r <= i && e[r] == null;) r++;
	for (; i >= r && e[i] == null;) i--;
	if (i <= r) return !0;
	let a = At(1, z((i - r + 1) / t));
	for (let t = e[r], n = r + a; n <= i; n += a) {
		let r = e[n];
		if (r != null) {
			if (r <= t) return !1;
			t = r;
		}
	}
	return !0;
}
var Sn = [
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
], Cn = [
	"Sunday",
	"Monday",
	"Tuesday",
	"Wednesday",
	"Thursday",
	"Friday",
	"Saturday"
];
function wn(e) {
	return e.slice(0, 3);
}
var Tn = Cn.map(wn), En = {
	MMMM: Sn,
	MMM: Sn.map(wn),
	WWWW: Cn,
	WWW: Tn
};
function Dn(e) {
	return (e < 10 ? "0" : "") + e;
}
function On(e) {
	return (e < 10 ? "00" : e < 100 ? "0" : "") + e;
}
var kn = {
	YYYY: (e) => e.getFullYear(),
	YY: (e) => (e.getFullYear() + "").slice(2),
	MMMM: (e, t) => t.MMMM[e.getMonth()],
	MMM: (e, t) => t.MMM[e.getMonth()],
	MM: (e) => Dn(e.getMonth() + 1),
	M: (e) => e.getMonth() + 1,
	DD: (e) => Dn(e.getDate()),
	D: (e) => e.getDate(),
	WWWW: (e, t) => t.WWWW[e.getDay()],
	WWW: (e, t) => t.WWW[e.getDay()],
	HH: (e) => Dn(e.getHours()),
	H: (e) => e.getHours(),
	h: (e) => {
		let t = e.getHours();
		return t == 0 ? 12 : t > 12 ? t - 12 : t;
	},
	AA: (e) => e.getHours() >= 12 ? "PM" : "AM",
	aa: (e) => e.getHours() >= 12 ? "pm" : "am",
	a: (e) => e.getHours() >= 12 ? "p" : "a",
	mm: (e) => Dn(e.getMinutes()),
	m: (e) => e.getMinutes(),
	ss: (e) => Dn(e.getSeconds()),
	s: (e) => e.getSeconds(),
	fff: (e) => On(e.getMilliseconds())
};
function An(e, t) {
	t ||= En;
	let n = [], r = /\{([a-z]+)\}|[^{]+/gi, i;
	for (; i = r.exec(e);) n.push(i[0][0] == "{" ? kn[i[1]] : i[0]);
	return (e) => {
		let r = "";
		for (let i = 0; i < n.length; i++) r += typeof n[i] == "string" ? n[i] : n[i](e, t);
		return r;
	};
}
var jn = new Intl.DateTimeFormat().resolvedOptions().timeZone;
function Mn(e, t) {
	let n;
	return t == "UTC" || t == "Etc/UTC" ? n = /* @__PURE__ */ new Date(+e + e.getTimezoneOffset() * 6e4) : t == jn ? n = e : (n = new Date(e.toLocaleString("en-US", { timeZone: t })), n.setMilliseconds(e.getMilliseconds())), n;
}
var Nn = (e) => e % 1 == 0, Pn = [
	1,
	2,
	2.5,
	5
], Fn = $t(10, -32, 0, Pn), In = $t(10, 0, 32, Pn), Ln = In.filter(Nn), Rn = Fn.concat(In), zn = "\n", Bn = "{YYYY}", Vn = zn + Bn, Hn = "{M}/{D}", W = zn + Hn, G = W + "/{YY}", K = "{aa}", Un = "{h}:{mm}" + K, Wn = zn + Un, Gn = ":{ss}", q = null;
function Kn(e) {
	let t = e * 1e3, n = t * 60, r = n * 60, i = r * 24, a = i * 30, o = i * 365, s = (e == 1 ? $t(10, 0, 3, Pn).filter(Nn) : $t(10, -3, 0, Pn)).concat([
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
			Bn,
			q,
			q,
			q,
			q,
			q,
			q,
			1
		],
		[
			i * 28,
			"{MMM}",
			Vn,
			q,
			q,
			q,
			q,
			q,
			1
		],
		[
			i,
			Hn,
			Vn,
			q,
			q,
			q,
			q,
			q,
			1
		],
		[
			r,
			"{h}" + K,
			G,
			q,
			W,
			q,
			q,
			q,
			1
		],
		[
			n,
			Un,
			G,
			q,
			W,
			q,
			q,
			q,
			1
		],
		[
			t,
			Gn,
			G + " " + Un,
			q,
			W + " " + Un,
			q,
			Wn,
			q,
			1
		],
		[
			e,
			Gn + ".{fff}",
			G + " " + Un,
			q,
			W + " " + Un,
			q,
			Wn,
			q,
			1
		]
	];
	function l(t) {
		return (s, c, l, u, d, f) => {
			let p = [], m = d >= o, h = d >= a && d < o, g = t(l), _ = H(g * e, 3), v = nr(g.getFullYear(), m ? 0 : g.getMonth(), h || m ? 1 : g.getDate()), y = H(v * e, 3);
			if (h || m) {
				let n = h ? d / a : 0, r = m ? d / o : 0, i = _ == y ? _ : H(nr(v.getFullYear() + r, v.getMonth() + n, 1) * e, 3), s = new Date(Dt(i / e)), c = s.getFullYear(), l = s.getMonth();
				for (let a = 0; i <= u; a++) {
					let o = nr(c + r * a, l + n * a, 1), s = o - t(H(o * e, 3));
					i = H((+o + s) * e, 3), i <= u && p.push(i);
				}
			} else {
				let a = d >= i ? i : d, o = y + (z(l) - z(_)) + Yt(_ - y, a);
				p.push(o);
				let m = t(o), h = m.getHours() + m.getMinutes() / n + m.getSeconds() / r, g = d / r, v = f / s.axes[c]._space;
				for (; o = H(o + d, e == 1 ? 0 : 3), !(o > u);) if (g > 1) {
					let e = z(H(h + g, 6)) % 24, n = t(o).getHours() - e;
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
var [qn, Jn, Yn] = Kn(1), [Xn, Zn, Qn] = Kn(.001);
$t(2, -53, 53, [1]);
function $n(e, t) {
	return e.map((e) => e.map((n, r) => r == 0 || r == 8 || n == null ? n : t(r == 1 || e[8] == 0 ? n : e[1] + n)));
}
function er(e, t) {
	return (n, r, i, a, o) => {
		let s = t.find((e) => o >= e[0]) || t[t.length - 1], c, l, u, d, f, p;
		return r.map((t) => {
			let n = e(t), r = n.getFullYear(), i = n.getMonth(), a = n.getDate(), o = n.getHours(), m = n.getMinutes(), h = n.getSeconds(), g = r != c && s[2] || i != l && s[3] || a != u && s[4] || o != d && s[5] || m != f && s[6] || h != p && s[7] || s[1];
			return c = r, l = i, u = a, d = o, f = m, p = h, g(n);
		});
	};
}
function tr(e, t) {
	let n = An(t);
	return (t, r, i, a, o) => r.map((t) => n(e(t)));
}
function nr(e, t, n) {
	return new Date(e, t, n);
}
function rr(e, t) {
	return t(e);
}
var ir = "{YYYY}-{MM}-{DD} {h}:{mm}{aa}";
function ar(e, t) {
	return (n, r, i, a) => a == null ? Ve : t(e(r));
}
function or(e, t) {
	let n = e.series[t];
	return n.width ? n.stroke(e, t) : n.points.width ? n.points.stroke(e, t) : null;
}
function sr(e, t) {
	return e.series[t].fill(e, t);
}
var cr = {
	show: !0,
	live: !0,
	isolate: !1,
	mount: Bt,
	markers: {
		show: !0,
		width: 2,
		stroke: or,
		fill: sr,
		dash: "solid"
	},
	idx: null,
	idxs: null,
	values: []
};
function lr(e, t) {
	let n = e.cursor.points, r = Ze(), i = n.size(e, t);
	F(r, Te, i), F(r, Ee, i);
	let a = i / -2;
	F(r, "marginLeft", a), F(r, "marginTop", a);
	let o = n.width(e, t, i);
	return o && F(r, "borderWidth", o), r;
}
function ur(e, t) {
	let n = e.series[t].points;
	return n._fill || n._stroke;
}
function dr(e, t) {
	let n = e.series[t].points;
	return n._stroke || n._fill;
}
function fr(e, t) {
	return e.series[t].points.size;
}
var pr = [0, 0];
function mr(e, t, n) {
	return pr[0] = t, pr[1] = n, pr;
}
function hr(e, t, n, r = !0) {
	return (e) => {
		e.button != 0 || r && e.target != t || n(e);
	};
}
function gr(e, t, n, r = !0) {
	return (e) => {
		r && e.target != t || n(e);
	};
}
var _r = {
	show: !0,
	x: !0,
	y: !0,
	lock: !1,
	move: mr,
	points: {
		one: !1,
		show: lr,
		size: fr,
		width: 0,
		stroke: dr,
		fill: ur
	},
	bind: {
		mousedown: hr,
		mouseup: hr,
		click: hr,
		dblclick: hr,
		mousemove: gr,
		mouseleave: gr,
		mouseenter: gr
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
}, vr = {
	show: !0,
	stroke: "rgba(0,0,0,0.07)",
	width: 2
}, yr = U({}, vr, { filter: Ht }), br = U({}, yr, { size: 10 }), xr = U({}, vr, { show: !1 }), Sr = "12px system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, \"Noto Sans\", sans-serif, \"Apple Color Emoji\", \"Segoe UI Emoji\", \"Segoe UI Symbol\", \"Noto Color Emoji\"", Cr = "bold " + Sr, wr = 1.5, Tr = {
	show: !0,
	scale: "x",
	stroke: je,
	space: 50,
	gap: 5,
	alignTo: 1,
	size: 50,
	labelGap: 0,
	labelSize: 30,
	labelFont: Cr,
	side: 2,
	grid: yr,
	ticks: br,
	border: xr,
	font: Sr,
	lineGap: wr,
	rotate: 0
}, Er = "Value", Dr = "Time", Or = {
	show: !0,
	scale: "x",
	auto: !1,
	sorted: 1,
	min: B,
	max: -Infinity,
	idxs: []
};
function kr(e, t, n, r, i) {
	return t.map((e) => e == null ? "" : Tt(e));
}
function Ar(e, t, n, r, i, a, o) {
	let s = [], c = Zt.get(i) || 0;
	n = o ? n : H(Yt(n, i), c);
	for (let e = n; e <= r; e = H(e + i, c)) s.push(Object.is(e, -0) ? 0 : e);
	return s;
}
function jr(e, t, n, r, i, a, o) {
	let s = [], c = e.scales[e.axes[t].scale].log;
	i = jt(c, z((c == 10 ? Nt : Pt)(n))), c == 10 && (i = Rn[ct(i, Rn)]);
	let l = n, u = i * c;
	c == 10 && (u = Rn[ct(u, Rn)]);
	do
		s.push(l), l += i, c == 10 && !Zt.has(l) && (l = H(l, Zt.get(i))), l >= u && (i = l, u = i * c, c == 10 && (u = Rn[ct(u, Rn)]));
	while (l <= r);
	return s;
}
function Mr(e, t, n, r, i, a, o) {
	let s = e.scales[e.axes[t].scale].asinh, c = r > s ? jr(e, t, At(s, n), r, i) : [s], l = r >= 0 && n <= 0 ? [0] : [];
	return (n < -s ? jr(e, t, At(s, -r), -n, i) : [s]).reverse().map((e) => -e).concat(l, c);
}
var Nr = /./, Pr = /[12357]/, Fr = /[125]/, Ir = /1/, Lr = (e, t, n, r) => e.map((e, i) => t == 4 && e == 0 || i % r == 0 && n.test(e.toExponential()[+(e < 0)]) ? e : null);
function Rr(e, t, n, r, i) {
	let a = e.axes[n], o = a.scale, s = e.scales[o], c = e.valToPos, l = a._space, u = c(10, o), d = c(9, o) - u >= l ? Nr : c(7, o) - u >= l ? Pr : c(5, o) - u >= l ? Fr : Ir;
	if (d == Ir) {
		let e = R(c(1, o) - u);
		if (e < l) return Lr(t.slice().reverse(), s.distr, d, Ot(l / e)).reverse();
	}
	return Lr(t, s.distr, d, 1);
}
function zr(e, t, n, r, i) {
	let a = e.axes[n], o = a.scale, s = a._space, c = e.valToPos, l = R(c(1, o) - c(2, o));
	return l < s ? Lr(t.slice().reverse(), 3, Nr, Ot(s / l)).reverse() : t;
}
function Br(e, t, n, r) {
	return r == null ? Ve : t == null ? "" : Tt(t);
}
var Vr = {
	show: !0,
	scale: "y",
	stroke: je,
	space: 30,
	gap: 5,
	alignTo: 1,
	size: 50,
	labelGap: 0,
	labelSize: 30,
	labelFont: Cr,
	side: 3,
	grid: yr,
	ticks: br,
	border: xr,
	font: Sr,
	lineGap: wr,
	rotate: 0
};
function Hr(e, t) {
	return H((3 + (e || 1) * 2) * t, 3);
}
function Ur(e, t) {
	let { scale: n, idxs: r } = e.series[0], i = e._data[0], a = e.valToPos(i[r[0]], n, !0), o = R(e.valToPos(i[r[1]], n, !0) - a) / (e.series[t].points.space * P);
	return r[1] - r[0] <= o;
}
var Wr = {
	scale: null,
	auto: !0,
	sorted: 0,
	min: B,
	max: -Infinity
}, Gr = (e, t, n, r, i) => i, Kr = {
	show: !0,
	auto: !0,
	sorted: 0,
	gaps: Gr,
	alpha: 1,
	facets: [U({}, Wr, { scale: "x" }), U({}, Wr, { scale: "y" })]
}, qr = {
	scale: "y",
	auto: !0,
	sorted: 0,
	show: !0,
	spanGaps: !1,
	gaps: Gr,
	alpha: 1,
	points: {
		show: Ur,
		filter: null
	},
	values: null,
	min: B,
	max: -Infinity,
	idxs: [],
	path: null,
	clip: null
};
function Jr(e, t, n, r, i) {
	return n / 10;
}
var Yr = {
	time: ie,
	auto: !0,
	distr: 1,
	log: 10,
	asinh: 1,
	min: null,
	max: null,
	dir: 1,
	ori: 0
}, Xr = U({}, Yr, {
	time: !1,
	ori: 1
}), Zr = {};
function Qr(e, t) {
	let n = Zr[e];
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
	}, e != null && (Zr[e] = n)), n;
}
var $r = 1, ei = 2;
function ti(e, t, n) {
	let r = e.mode, i = e.series[t], a = r == 2 ? e._data[t] : e._data, o = e.scales, s = e.bbox, c = a[0], l = r == 2 ? a[1] : a[t], u = r == 2 ? o[i.facets[0].scale] : o[e.series[0].scale], d = r == 2 ? o[i.facets[1].scale] : o[i.scale], f = s.left, p = s.top, m = s.width, h = s.height, g = e.valToPosH, _ = e.valToPosV;
	return u.ori == 0 ? n(i, c, l, u, d, g, _, f, p, m, h, ui, fi, mi, gi, vi) : n(i, c, l, u, d, _, g, p, f, h, m, di, pi, hi, _i, yi);
}
function ni(e, t) {
	let n = 0, r = 0, i = I(e.bands, tn);
	for (let e = 0; e < i.length; e++) {
		let a = i[e];
		a.series[0] == t ? n = a.dir : a.series[1] == t && (a.dir == 1 ? r |= 1 : r |= 2);
	}
	return [n, r == 1 ? -1 : r == 2 ? 1 : r == 3 ? 2 : 0];
}
function ri(e, t, n, r, i) {
	let a = e.mode, o = e.series[t], s = a == 2 ? o.facets[1].scale : o.scale, c = e.scales[s];
	return i == -1 ? c.min : i == 1 ? c.max : c.distr == 3 ? c.dir == 1 ? c.min : c.max : 0;
}
function ii(e, t, n, r, i, a) {
	return ti(e, t, (e, t, o, s, c, l, u, d, f, p, m) => {
		let h = e.pxRound, g = s.dir * (s.ori == 0 ? 1 : -1), _ = s.ori == 0 ? fi : pi, v, y;
		g == 1 ? (v = n, y = r) : (v = r, y = n);
		let b = h(l(t[v], s, p, d)), x = h(u(o[v], c, m, f)), S = h(l(t[y], s, p, d)), C = h(u(a == 1 ? c.max : c.min, c, m, f)), w = new Path2D(i);
		return _(w, S, C), _(w, b, C), _(w, b, x), w;
	});
}
function ai(e, t, n, r, i, a) {
	let o = null;
	if (e.length > 0) {
		o = new Path2D();
		let s = t == 0 ? mi : hi, c = n;
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
function oi(e, t, n) {
	let r = e[e.length - 1];
	r && r[0] == t ? r[1] = n : e.push([t, n]);
}
function si(e, t, n, r, i, a, o) {
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
function ci(e) {
	return e == 0 ? Vt : e == 1 ? Dt : (t) => Jt(t, e);
}
function li(e) {
	let t = e == 0 ? ui : di, n = e == 0 ? (e, t, n, r, i, a) => {
		e.arcTo(t, n, r, i, a);
	} : (e, t, n, r, i, a) => {
		e.arcTo(n, t, i, r, a);
	}, r = e == 0 ? (e, t, n, r, i) => {
		e.rect(t, n, r, i);
	} : (e, t, n, r, i) => {
		e.rect(n, t, i, r);
	};
	return (e, i, a, o, s, c = 0, l = 0) => {
		c == 0 && l == 0 ? r(e, i, a, o, s) : (c = kt(c, o / 2, s / 2), l = kt(l, o / 2, s / 2), t(e, i + c, a), n(e, i + o, a, i + o, a + s, c), n(e, i + o, a + s, i, a + s, l), n(e, i, a + s, i, a, l), n(e, i, a, i + o, a, c), e.closePath());
	};
}
var ui = (e, t, n) => {
	e.moveTo(t, n);
}, di = (e, t, n) => {
	e.moveTo(n, t);
}, fi = (e, t, n) => {
	e.lineTo(t, n);
}, pi = (e, t, n) => {
	e.lineTo(n, t);
}, mi = li(0), hi = li(1), gi = (e, t, n, r, i, a) => {
	e.arc(t, n, r, i, a);
}, _i = (e, t, n, r, i, a) => {
	e.arc(n, t, r, i, a);
}, vi = (e, t, n, r, i, a, o) => {
	e.bezierCurveTo(t, n, r, i, a, o);
}, yi = (e, t, n, r, i, a, o) => {
	e.bezierCurveTo(n, t, i, r, o, a);
};
function bi(e) {
	return (e, t, n, r, i) => ti(e, t, (t, a, o, s, c, l, u, d, f, p, m) => {
		let { pxRound: h, points: g } = t, _, v;
		s.ori == 0 ? (_ = ui, v = gi) : (_ = di, v = _i);
		let y = H(g.width * P, 3), b = (g.size - g.width) / 2 * P, x = H(b * 2, 3), S = new Path2D(), C = new Path2D(), { left: w, top: T, width: E, height: D } = e.bbox;
		mi(C, w - x, T - x, E + x * 2, D + x * 2);
		let O = (e) => {
			if (o[e] != null) {
				let t = h(l(a[e], s, p, d)), n = h(u(o[e], c, m, f));
				_(S, t + b, n), v(S, t, n, b, 0, Et * 2);
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
function xi(e) {
	return (t, n, r, i, a, o) => {
		r != i && (a != r && o != r && e(t, n, r), a != i && o != i && e(t, n, i), e(t, n, o));
	};
}
var Si = xi(fi), J = xi(pi);
function Y(e) {
	let t = I(e?.alignGaps, 0);
	return (e, n, r, i) => ti(e, n, (a, o, s, c, l, u, d, f, p, m, h) => {
		[r, i] = ft(s, r, i);
		let g = a.pxRound, _ = (e) => g(u(e, c, m, f)), v = (e) => g(d(e, l, h, p)), y, b;
		c.ori == 0 ? (y = fi, b = Si) : (y = pi, b = J);
		let x = c.dir * (c.ori == 0 ? 1 : -1), S = {
			stroke: new Path2D(),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: $r
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
		let [T, E] = ni(e, n);
		if (a.fill != null || T != 0) {
			let t = S.fill = new Path2D(C), s = v(a.fillTo(e, n, a.min, a.max, T)), c = _(o[r]), l = _(o[i]);
			x == -1 && ([l, c] = [c, l]), y(t, l, s), y(t, c, s);
		}
		if (!a.spanGaps) {
			let l = [];
			w && l.push(...si(o, s, r, i, x, _, t)), S.gaps = l = a.gaps(e, n, r, i, l), S.clip = ai(l, c.ori, f, p, m, h);
		}
		return E != 0 && (S.band = E == 2 ? [ii(e, n, r, i, C, -1), ii(e, n, r, i, C, 1)] : ii(e, n, r, i, C, E)), S;
	});
}
function Ci(e) {
	let t = I(e.align, 1), n = I(e.ascDesc, !1), r = I(e.alignGaps, 0), i = I(e.extend, !1);
	return (e, a, o, s) => ti(e, a, (c, l, u, d, f, p, m, h, g, _, v) => {
		[o, s] = ft(u, o, s);
		let y = c.pxRound, { left: b, width: x } = e.bbox, S = (e) => y(p(e, d, _, h)), C = (e) => y(m(e, f, v, g)), w = d.ori == 0 ? fi : pi, T = {
			stroke: new Path2D(),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: $r
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
		let [te, ne] = ni(e, a);
		if (c.fill != null || te != 0) {
			let t = T.fill = new Path2D(E), n = C(c.fillTo(e, a, c.min, c.max, te));
			w(t, j, n), w(t, A, n);
		}
		if (!c.spanGaps) {
			let i = [];
			i.push(...si(l, u, o, s, D, S, r));
			let f = c.width * P / 2, p = n || t == 1 ? f : -f, m = n || t == -1 ? -f : f;
			i.forEach((e) => {
				e[0] += p, e[1] += m;
			}), T.gaps = i = c.gaps(e, a, o, s, i), T.clip = ai(i, d.ori, h, g, _, v);
		}
		return ne != 0 && (T.band = ne == 2 ? [ii(e, a, o, s, E, -1), ii(e, a, o, s, E, 1)] : ii(e, a, o, s, E, ne)), T;
	});
}
function wi(e, t, n, r, i, a, o = B) {
	if (e.length > 1) {
		let s = null;
		for (let c = 0, l = Infinity; c < e.length; c++) if (t[c] !== void 0) {
			if (s != null) {
				let t = R(e[c] - e[s]);
				t < l && (l = t, o = R(n(e[c], r, i, a) - n(e[s], r, i, a)));
			}
			s = c;
		}
	}
	return o;
}
function Ti(e) {
	e ||= en;
	let t = I(e.size, [
		.6,
		B,
		1
	]), n = e.align || 0, r = e.gap || 0, i = e.radius;
	i = i == null ? [0, 0] : typeof i == "number" ? [i, 0] : i;
	let a = V(i), o = 1 - t[0], s = I(t[1], B), c = I(t[2], 1), l = I(e.disp, en), u = I(e.each, (e) => {}), { fill: d, stroke: f } = l;
	return (e, t, i, p) => ti(e, t, (m, h, g, _, v, y, b, x, S, C, w) => {
		let T = m.pxRound, E = n, D = r * P, O = s * P, k = c * P, ee, A;
		_.ori == 0 ? [ee, A] = a(e, t) : [A, ee] = a(e, t);
		let j = _.dir * (_.ori == 0 ? 1 : -1), te = _.ori == 0 ? mi : hi, ne = _.ori == 0 ? u : (e, t, n, r, i, a, o) => {
			u(e, t, n, i, r, o, a);
		}, re = I(e.bands, tn).find((e) => e.series[0] == t), ie = re == null ? 0 : re.dir, ae = m.fillTo(e, t, m.min, m.max, ie), oe = T(b(ae, v, w, S)), se, ce, le, ue = C, de = T(m.width * P), fe = !1, pe = null, me = null, he = null, ge = null;
		d != null && (de == 0 || f != null) && (fe = !0, pe = d.values(e, t, i, p), me = /* @__PURE__ */ new Map(), new Set(pe).forEach((e) => {
			e != null && me.set(e, new Path2D());
		}), de > 0 && (he = f.values(e, t, i, p), ge = /* @__PURE__ */ new Map(), new Set(he).forEach((e) => {
			e != null && ge.set(e, new Path2D());
		})));
		let { x0: _e, size: ve } = l;
		if (_e != null && ve != null) {
			E = 1, h = _e.values(e, t, i, p), _e.unit == 2 && (h = h.map((t) => e.posToVal(x + t * C, _.key, !0)));
			let n = ve.values(e, t, i, p);
			ce = ve.unit == 2 ? n[0] * C : y(n[0], _, C, x) - y(0, _, C, x), ue = wi(h, g, y, _, C, x, ue), le = ue - ce + D;
		} else ue = wi(h, g, y, _, C, x, ue), le = ue * o + D, ce = ue - le;
		le < 1 && (le = 0), de >= ce / 2 && (de = 0), le < 5 && (T = Vt);
		let ye = le > 0, be = ue - le - (ye ? de : 0);
		ce = T(Rt(be, k, O)), se = (E == 0 ? ce / 2 : E == j ? 0 : ce) - E * j * ((E == 0 ? D / 2 : 0) + (ye ? de / 2 : 0));
		let xe = {
			stroke: null,
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: 0
		}, Se = fe ? null : new Path2D(), Ce = null;
		if (re != null) Ce = e.data[re.series[1]];
		else {
			let { y0: n, y1: r } = l;
			n != null && r != null && (g = r.values(e, t, i, p), Ce = n.values(e, t, i, p));
		}
		let we = ee * ce, Te = A * ce;
		for (let n = j == 1 ? i : p; n >= i && n <= p; n += j) {
			let r = g[n];
			if (r == null) continue;
			if (Ce != null) {
				let e = Ce[n] ?? 0;
				if (r - e == 0) continue;
				oe = b(e, v, w, S);
			}
			let i = y(_.distr != 2 || l != null ? h[n] : n, _, C, x), a = b(I(r, ae), v, w, S), o = T(i - se), s = T(At(a, oe)), c = T(kt(a, oe)), u = s - c;
			if (r != null) {
				let i = r < 0 ? Te : we, a = r < 0 ? we : Te;
				fe ? (de > 0 && he[n] != null && te(ge.get(he[n]), o, c + z(de / 2), ce, At(0, u - de), i, a), pe[n] != null && te(me.get(pe[n]), o, c + z(de / 2), ce, At(0, u - de), i, a)) : te(Se, o, c + z(de / 2), ce, At(0, u - de), i, a), ne(e, t, n, o - de / 2, c, ce + de, u);
			}
		}
		return de > 0 ? xe.stroke = fe ? ge : Se : fe || (xe._fill = m.width == 0 ? m._fill : m._stroke ?? m._fill, xe.width = 0), xe.fill = fe ? me : Se, xe;
	});
}
function Ei(e, t) {
	let n = I(t?.alignGaps, 0);
	return (t, r, i, a) => ti(t, r, (o, s, c, l, u, d, f, p, m, h, g) => {
		[i, a] = ft(c, i, a);
		let _ = o.pxRound, v = (e) => _(d(e, l, h, p)), y = (e) => _(f(e, u, g, m)), b, x, S;
		l.ori == 0 ? (b = ui, S = fi, x = vi) : (b = di, S = pi, x = yi);
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
			flags: $r
		}, k = O.stroke, [ee, A] = ni(t, r);
		if (o.fill != null || ee != 0) {
			let e = O.fill = new Path2D(k), n = y(o.fillTo(t, r, o.min, o.max, ee));
			S(e, T, n), S(e, w, n);
		}
		if (!o.spanGaps) {
			let e = [];
			e.push(...si(s, c, i, a, C, v, n)), O.gaps = e = o.gaps(t, r, i, a, e), O.clip = ai(e, l.ori, p, m, h, g);
		}
		return A != 0 && (O.band = A == 2 ? [ii(t, r, i, a, k, -1), ii(t, r, i, a, k, 1)] : ii(t, r, i, a, k, A)), O;
	});
}
function X(e) {
	return Ei(Di, e);
}
function Di(e, t, n, r, i, a) {
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
var Oi = /* @__PURE__ */ new Set();
function ki() {
	for (let e of Oi) e.syncRect(!0);
}
He && (ot(M, We, ki), ot(N, We, ki, !0), ot(Be, We, () => {
	Gi.pxRatio = P;
}));
var Ai = Y(), ji = bi();
function Mi(e, t, n, r) {
	return (r ? [e[0], e[1]].concat(e.slice(2)) : [e[0]].concat(e.slice(1))).map((e, r) => Pi(e, r, t, n));
}
function Ni(e, t) {
	return e.map((e, n) => n == 0 ? {} : U({}, t, e));
}
function Pi(e, t, n, r) {
	return U({}, t == 0 ? n : r, e);
}
function Fi(e, t, n) {
	return t == null ? nn : [t, n];
}
var Ii = Fi;
function Li(e, t, n) {
	return t == null ? nn : xt(t, n, _t, !0);
}
function Ri(e, t, n, r) {
	return t == null ? nn : ht(t, n, e.scales[r].log, !1);
}
var zi = Ri;
function Bi(e, t, n, r) {
	return t == null ? nn : gt(t, n, e.scales[r].log, !1);
}
var Vi = Bi;
function Hi(e, t, n, r, i) {
	let a = At(Lt(e), Lt(t)), o = t - e, s = ct(i / r * o, n);
	do {
		let e = n[s], t = r * e / o;
		if (t >= i && a + (e < 5 ? Zt.get(e) : 0) <= 17) return [e, t];
	} while (++s < n.length);
	return [0, 0];
}
function Ui(e) {
	let t, n;
	return e = e.replace(/(\d+)px/, (e, r) => (t = Dt((n = +r) * P)) + "px"), [
		e,
		t,
		n
	];
}
function Wi(e) {
	e.show && [e.font, e.labelFont].forEach((e) => {
		let t = H(e[2] * P, 1);
		e[0] = e[0].replace(/[0-9.]+px/, t + "px"), e[1] = t;
	});
}
function Gi(e, t, n) {
	let r = { mode: I(e.mode, 1) }, i = r.mode;
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
	let l = r.root = Ze(ae);
	if (e.id != null && (l.id = e.id), Je(l, e.class), e.title) {
		let t = Ze(ce, l);
		t.textContent = e.title;
	}
	let u = Xe("canvas"), d = r.ctx = u.getContext("2d"), f = Ze(le, l);
	ot("click", f, (e) => {
		e.target === m && (J != yi || Y != bi) && wi.click(r, e);
	}, !0);
	let p = r.under = Ze(ue, f);
	f.appendChild(u);
	let m = r.over = Ze(de, f);
	e = fn(e);
	let h = +I(e.pxAlign, 1), g = ci(h);
	(e.plugins || []).forEach((t) => {
		t.opts && (e = t.opts(r, e) || e);
	});
	let _ = e.ms || .001, v = r.series = i == 1 ? Mi(e.series || [], Or, qr, !1) : Ni(e.series || [null], Kr), y = r.axes = Mi(e.axes || [], Tr, Vr, !0), b = r.scales = {}, x = r.bands = e.bands || [];
	x.forEach((e) => {
		e.fill = V(e.fill || null), e.dir = I(e.dir, -1);
	});
	let S = i == 2 ? v[1].facets[0].scale : v[0].scale, C = {
		axes: ti,
		series: Cr
	}, w = (e.drawOrder || ["axes", "series"]).map((e) => C[e]);
	function T(e) {
		let t = e.distr == 3 ? (t) => Nt(t > 0 ? t : e.clamp(r, t, e.min, e.max, e.key)) : e.distr == 4 ? (t) => It(t, e.asinh) : e.distr == 100 ? (t) => e.fwd(t) : (e) => e;
		return (n) => {
			let r = t(n), { _min: i, _max: a } = e, o = a - i;
			return (r - i) / o;
		};
	}
	function E(t) {
		let n = b[t];
		if (n == null) {
			let r = (e.scales || en)[t] || en;
			if (r.from != null) {
				E(r.from);
				let e = U({}, b[r.from], r, { key: t });
				e.valToPct = T(e), b[t] = e;
			} else {
				n = b[t] = U({}, t == S ? Yr : Xr, r), n.key = t;
				let e = n.time, a = n.range, o = rn(a);
				if ((t != S || i == 2 && !e) && (o && (a[0] == null || a[1] == null) && (a = {
					min: a[0] == null ? vt : {
						mode: 1,
						hard: a[0],
						soft: a[0]
					},
					max: a[1] == null ? vt : {
						mode: 1,
						hard: a[1],
						soft: a[1]
					}
				}, o = !1), !o && cn(a))) {
					let e = a;
					a = (t, n, r) => n == null ? nn : xt(n, r, e);
				}
				n.range = V(a || (e ? Ii : t == S ? n.distr == 3 ? zi : n.distr == 4 ? Vi : Fi : n.distr == 3 ? Ri : n.distr == 4 ? Bi : Li)), n.auto = V(!o && n.auto), n.clamp = V(n.clamp || Jr), n._min = n._max = null, n.valToPct = T(n);
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
	D.ori == 0 ? (Je(l, oe), k = a, ee = o) : (Je(l, se), k = o, ee = a);
	let A = {};
	for (let e in b) {
		let t = b[e];
		(t.min != null || t.max != null) && (A[e] = {
			min: t.min,
			max: t.max
		}, t.min = t.max = null);
	}
	let j = e.tzDate || ((e) => new Date(Dt(e / _))), te = e.fmtDate || An, ne = _ == 1 ? Yn(j) : Qn(j), re = er(j, $n(_ == 1 ? Jn : Zn, te)), ie = ar(j, rr(ir, te)), je = [], M = r.legend = U({}, cr, e.legend), N = r.cursor = U({}, _r, { drag: { y: i == 2 } }, e.cursor), ze = M.show, He = N.show, Ge = M.markers;
	M.idxs = je, Ge.width = V(Ge.width), Ge.dash = V(Ge.dash), Ge.stroke = V(Ge.stroke), Ge.fill = V(Ge.fill);
	let Ke, qe, Qe, et = [], nt = [], it, at = !1, lt = {};
	if (M.live) {
		let e = v[1] ? v[1].values : null;
		at = e != null, it = at ? e(r, 1, 0) : { _: 0 };
		for (let e in it) lt[e] = Ve;
	}
	if (ze) {
		if (Ke = Xe("table", ve, l), Qe = Xe("tbody", null, Ke), M.mount(r, Ke), at) {
			qe = Xe("thead", null, Ke, Qe);
			let e = Xe("tr", null, qe);
			for (var ut in Xe("th", null, e), it) Xe("th", Ce, e).textContent = ut;
		} else Je(Ke, be), M.live && Je(Ke, ye);
	}
	let dt = { show: !0 }, ft = { show: !1 };
	function pt(e, t) {
		if (t == 0 && (at || !M.live || i == 2)) return nn;
		let n = [], a = Xe("tr", xe, Qe, Qe.childNodes[t]);
		Je(a, e.class), e.show || Je(a, pe);
		let o = Xe("th", null, a);
		if (Ge.show) {
			let e = Ze(Se, o);
			if (t > 0) {
				let n = Ge.width(r, t);
				n && (e.style.border = n + "px " + Ge.dash(r, t) + " " + Ge.stroke(r, t)), e.style.background = Ge.fill(r, t);
			}
		}
		let s = Ze(Ce, o);
		for (var c in e.label instanceof HTMLElement ? s.appendChild(e.label) : s.textContent = e.label, t > 0 && (Ge.show || (s.style.color = e.width > 0 ? Ge.stroke(r, t) : Ge.fill(r, t)), bt("click", o, (t) => {
			if (N._lock) return;
			Cn(t);
			let n = v.indexOf(e);
			if ((t.ctrlKey || t.metaKey) != M.isolate) {
				let e = v.some((e, t) => t > 0 && t != n && e.show);
				v.forEach((t, r) => {
					r > 0 && qi(r, e ? r == n ? dt : ft : dt, !0, $.setSeries);
				});
			} else qi(n, { show: !e.show }, !0, $.setSeries);
		}, !1), En && bt(Ie, o, (t) => {
			N._lock || (Cn(t), qi(v.indexOf(e), ta, !0, $.setSeries));
		}, !1)), it) {
			let e = Xe("td", we, a);
			e.textContent = "--", n.push(e);
		}
		return [a, n];
	}
	let yt = /* @__PURE__ */ new Map();
	function bt(e, t, n, i = !0) {
		let a = yt.get(t) || {}, o = N.bind[e](r, t, n, i);
		o && (ot(e, t, a[e] = o), yt.set(t, a));
	}
	function Ct(e, t, n) {
		let r = yt.get(t) || {};
		for (let n in r) (e == null || n == e) && (st(n, t, r[n]), delete r[n]);
		e ?? yt.delete(t);
	}
	let wt = 0, Tt = 0, L = 0, z = 0, Mt = 0, Pt = 0, Lt = Mt, Bt = Pt, Vt = L, Kt = z, qt = 0, Yt = 0, Xt = 0, $t = 0;
	r.bbox = {};
	let an = !1, un = !1, dn = !1, pn = !1, mn = !1, hn = !1;
	function gn(e, t, n) {
		(n || e != r.width || t != r.height) && _n(e, t), ni(!1), dn = !0, un = !0, li();
	}
	function _n(e, t) {
		r.width = wt = L = e, r.height = Tt = z = t, Mt = Pt = 0, xn(), Sn();
		let n = r.bbox;
		qt = n.left = Jt(Mt * P, .5), Yt = n.top = Jt(Pt * P, .5), Xt = n.width = Jt(L * P, .5), $t = n.height = Jt(z * P, .5);
	}
	function yn() {
		let e = !1, t = 0;
		for (; !e;) {
			t++;
			let n = Gr(t), i = Zr(t);
			e = t == 3 || n && i, e || (_n(r.width, r.height), un = !0);
		}
	}
	function bn({ width: e, height: t }) {
		gn(e, t);
	}
	r.setSize = bn;
	function xn() {
		let e = !1, t = !1, n = !1, r = !1;
		y.forEach((i, a) => {
			if (i.show && i._show) {
				let { side: a, _size: o } = i, s = a % 2, c = o + (i.label == null ? 0 : i.labelSize);
				c > 0 && (s ? (L -= c, a == 3 ? (Mt += c, r = !0) : n = !0) : (z -= c, a == 0 ? (Pt += c, e = !0) : t = !0));
			}
		}), In[0] = e, In[1] = n, In[2] = t, In[3] = r, L -= Hn[1] + Hn[3], Mt += Hn[3], z -= Hn[2] + Hn[0], Pt += Hn[0];
	}
	function Sn() {
		let e = Mt + L, t = Pt + z, n = Mt, r = Pt;
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
		let r = e.prox = V(e.prox), i = e.bias ??= 0;
		N.dataIdx = (e, a, o, s) => {
			if (a == 0) return o;
			let c = o, l = r(e, a, o, s) ?? B, u = l >= 0 && l < B, d = D.ori == 0 ? L : z, f = N.left, p = t[0], m = t[a];
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
			} else u && R(f - k(p[o], D, d, 0)) > l && (c = null);
			return c;
		};
	}
	let Cn = (e) => {
		N.event = e;
	};
	N.idxs = je, N._lock = !1;
	let wn = N.points;
	wn.show = V(wn.show), wn.size = V(wn.size), wn.stroke = V(wn.stroke), wn.width = V(wn.width), wn.fill = V(wn.fill);
	let Tn = r.focus = U({}, e.focus || { alpha: .3 }, N.focus), En = Tn.prox >= 0, Dn = En && wn.one, On = [], kn = [], jn = [];
	function Mn(e, t) {
		let n = wn.show(r, t);
		if (n instanceof HTMLElement) return Je(n, _e), Je(n, e.class), $e(n, -10, -10, L, z), m.insertBefore(n, On[t]), n;
	}
	function Nn(e, t) {
		if (i == 1 || t > 0) {
			let t = i == 1 && b[e.scale].time, n = e.value;
			e.value = t ? sn(n) ? ar(j, rr(n, te)) : n || ie : n || Br, e.label = e.label || (t ? Dr : Er);
		}
		if (Dn || t > 0) {
			e.width = e.width == null ? 1 : e.width, e.paths = e.paths || Ai || Ut, e.fillTo = V(e.fillTo || ri), e.pxAlign = +I(e.pxAlign, h), e.pxRound = ci(e.pxAlign), e.stroke = V(e.stroke || null), e.fill = V(e.fill || null), e._stroke = e._fill = e._paths = e._focus = null;
			let t = Hr(At(1, e.width), 1), n = e.points = U({}, {
				size: t,
				width: At(1, t * .2),
				stroke: e.stroke,
				space: t * 2,
				paths: ji,
				_stroke: null,
				_fill: null
			}, e.points);
			n.show = V(n.show), n.filter = V(n.filter), n.fill = V(n.fill), n.stroke = V(n.stroke), n.paths = V(n.paths), n.pxAlign = e.pxAlign;
		}
		if (ze) {
			let n = pt(e, t);
			et.splice(t, 0, n[0]), nt.splice(t, 0, n[1]), M.values.push(null);
		}
		if (He) {
			je.splice(t, 0, null);
			let n = null;
			Dn ? t == 0 && (n = Mn(e, t)) : t > 0 && (n = Mn(e, t)), On.splice(t, 0, n), kn.splice(t, 0, 0), jn.splice(t, 0, 0);
		}
		Q("addSeries", t);
	}
	function Pn(e, t) {
		t ??= v.length, e = i == 1 ? Pi(e, t, Or, qr) : Pi(e, t, {}, Kr), v.splice(t, 0, e), Nn(v[t], t);
	}
	r.addSeries = Pn;
	function Fn(e) {
		if (v.splice(e, 1), ze) {
			M.values.splice(e, 1), nt.splice(e, 1);
			let t = et.splice(e, 1)[0];
			Ct(null, t.firstChild), t.remove();
		}
		He && (je.splice(e, 1), On.splice(e, 1)[0].remove(), kn.splice(e, 1), jn.splice(e, 1)), Q("delSeries", e);
	}
	r.delSeries = Fn;
	let In = [
		!1,
		!1,
		!1,
		!1
	];
	function zn(e, t) {
		if (e._show = e.show, e.show) {
			let n = e.side % 2, i = b[e.scale];
			i ??= (e.scale = n ? v[1].scale : S, b[e.scale]);
			let a = i.time;
			e.size = V(e.size), e.space = V(e.space), e.rotate = V(e.rotate), rn(e.incrs) && e.incrs.forEach((e) => {
				!Zt.has(e) && Zt.set(e, Qt(e));
			}), e.incrs = V(e.incrs || (i.distr == 2 ? Ln : a ? _ == 1 ? qn : Xn : Rn)), e.splits = V(e.splits || (a && i.distr == 1 ? ne : i.distr == 3 ? jr : i.distr == 4 ? Mr : Ar)), e.stroke = V(e.stroke), e.grid.stroke = V(e.grid.stroke), e.ticks.stroke = V(e.ticks.stroke), e.border.stroke = V(e.border.stroke);
			let o = e.values;
			e.values = rn(o) && !rn(o[0]) ? V(o) : a ? rn(o) ? er(j, $n(o, te)) : sn(o) ? tr(j, o) : o || re : o || kr, e.filter = V(e.filter || (i.distr >= 3 && i.log == 10 ? Rr : i.distr == 3 && i.log == 2 ? zr : Ht)), e.font = Ui(e.font), e.labelFont = Ui(e.labelFont), e._size = e.size(r, null, t, 0), e._space = e._rotate = e._incrs = e._found = e._splits = e._values = null, e._size > 0 && (In[t] = !0, e._el = Ze(fe, f));
		}
	}
	function Bn(e, t, n, r) {
		let [i, a, o, s] = n, c = t % 2, l = 0;
		return c == 0 && (s || a) && (l = t == 0 && !i || t == 2 && !o ? Dt(Tr.size / 3) : 0), c == 1 && (i || o) && (l = t == 1 && !a || t == 3 && !s ? Dt(Vr.size / 2) : 0), l;
	}
	let Vn = r.padding = (e.padding || [
		Bn,
		Bn,
		Bn,
		Bn
	]).map((e) => V(I(e, Bn))), Hn = r._padding = Vn.map((e, t) => e(r, t, In, 0)), W, G = null, K = null, Un = i == 1 ? v[0].idxs : null, Wn = null, Gn = !1;
	function q(e, n) {
		if (t = e ?? [], r.data = r._data = t, i == 2) {
			W = 0;
			for (let e = 1; e < v.length; e++) W += t[e][0].length;
		} else {
			t.length == 0 && (r.data = r._data = t = [[]]), Wn = t[0], W = Wn.length;
			let e = t;
			if (O == 2) {
				e = t.slice();
				let n = e[0] = Array(W);
				for (let e = 0; e < W; e++) n[e] = e;
			}
			r._data = t = e;
		}
		if (ni(!0), Q("setData"), O == 2 && (dn = !0), n !== !1) {
			let e = D;
			e.auto(r, Gn) ? Kn() : Ki(S, e.min, e.max), pn ||= N.left >= 0, hn = !0, li();
		}
	}
	r.setData = q;
	function Kn() {
		Gn = !0;
		let e, n;
		i == 1 && (W > 0 ? (G = Un[0] = 0, K = Un[1] = W - 1, e = t[0][G], n = t[0][K], O == 2 ? (e = G, n = K) : e == n && (O == 3 ? [e, n] = ht(e, e, D.log, !1) : O == 4 ? [e, n] = gt(e, e, D.log, !1) : D.time ? n = e + Dt(86400 / _) : [e, n] = xt(e, n, _t, !0))) : (G = Un[0] = e = null, K = Un[1] = n = null)), Ki(S, e, n);
	}
	let nr, or, sr, lr, ur, dr, fr, pr, mr, hr;
	function gr(e, t, n, r, i, a) {
		e ??= Me, n ??= tn, r ??= "butt", i ??= Me, a ??= "round", e != nr && (d.strokeStyle = nr = e), i != or && (d.fillStyle = or = i), t != sr && (d.lineWidth = sr = t), a != ur && (d.lineJoin = ur = a), r != dr && (d.lineCap = dr = r), n != lr && d.setLineDash(lr = n);
	}
	function vr(e, t, n, r) {
		t != or && (d.fillStyle = or = t), e != fr && (d.font = fr = e), n != pr && (d.textAlign = pr = n), r != mr && (d.textBaseline = mr = r);
	}
	function yr(e, t, n, i, a = 0) {
		if (i.length > 0 && e.auto(r, Gn) && (t == null || t.min == null)) {
			let t = I(G, 0), r = I(K, i.length - 1), o = n.min == null ? mt(i, t, r, a, e.distr == 3) : [n.min, n.max];
			e.min = kt(e.min, n.min = o[0]), e.max = At(e.max, n.max = o[1]);
		}
	}
	let br = {
		min: null,
		max: null
	};
	function xr() {
		for (let e in b) {
			let t = b[e];
			A[e] == null && (t.min == null || A[S] != null && t.auto(r, Gn)) && (A[e] = br);
		}
		for (let e in b) {
			let t = b[e];
			A[e] == null && t.from != null && A[t.from] != null && (A[e] = br);
		}
		A[S] != null && ni(!0);
		let e = {};
		for (let t in A) {
			let n = A[t];
			if (n != null) {
				let a = e[t] = fn(b[t], ln);
				if (n.min != null) U(a, n);
				else if (t != S || i == 2) {
					if (W == 0 && a.from == null) {
						let e = a.range(r, null, null, t);
						a.min = e[0], a.max = e[1];
					} else a.min = B, a.max = -Infinity;
				}
			}
		}
		if (W > 0) {
			v.forEach((n, a) => {
				if (i == 1) {
					let i = n.scale, o = A[i];
					if (o == null) return;
					let s = e[i];
					if (a == 0) {
						let e = s.range(r, s.min, s.max, i);
						s.min = e[0], s.max = e[1], G = ct(s.min, t[0]), K = ct(s.max, t[0]), K - G > 1 && (t[0][G] < s.min && G++, t[0][K] > s.max && K--), n.min = Wn[G], n.max = Wn[K];
					} else n.show && n.auto && yr(s, o, n, t[a], n.sorted);
					n.idxs[0] = G, n.idxs[1] = K;
				} else if (a > 0 && n.show && n.auto) {
					let [r, i] = n.facets, o = r.scale, s = i.scale, [c, l] = t[a], u = e[o], d = e[s];
					u != null && yr(u, A[o], r, c, r.sorted), d != null && yr(d, A[s], i, l, i.sorted), n.min = i.min, n.max = i.max;
				}
			});
			for (let t in e) {
				let n = e[t], i = A[t];
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
				i._min = e == 3 ? Nt(i.min) : e == 4 ? It(i.min, i.asinh) : e == 100 ? i.fwd(i.min) : i.min, i._max = e == 3 ? Nt(i.max) : e == 4 ? It(i.max, i.asinh) : e == 100 ? i.fwd(i.max) : i.max, n[t] = a = !0;
			}
		}
		if (a) {
			v.forEach((e, t) => {
				i == 2 ? t > 0 && n.y && (e._paths = null) : n[e.scale] && (e._paths = null);
			});
			for (let e in n) dn = !0, Q("setScale", e);
			He && N.left >= 0 && (pn = hn = !0);
		}
		for (let e in A) A[e] = null;
	}
	function Sr(e) {
		let t = Rt(G - 1, 0, W - 1), n = Rt(K + 1, 0, W - 1);
		for (; e[t] == null && t > 0;) t--;
		for (; e[n] == null && n < W - 1;) n++;
		return [t, n];
	}
	function Cr() {
		if (W > 0) {
			let e = v.some((e) => e._focus) && hr != Tn.alpha;
			e && (d.globalAlpha = hr = Tn.alpha), v.forEach((e, n) => {
				if (n > 0 && e.show && (wr(n, !1), wr(n, !0), e._paths == null)) {
					let a = hr;
					hr != e.alpha && (d.globalAlpha = hr = e.alpha);
					let o = i == 2 ? [0, t[n][0].length - 1] : Sr(t[n]);
					e._paths = e.paths(r, n, o[0], o[1]), hr != a && (d.globalAlpha = hr = a);
				}
			}), v.forEach((e, t) => {
				if (t > 0 && e.show) {
					let n = hr;
					hr != e.alpha && (d.globalAlpha = hr = e.alpha), e._paths != null && Nr(t, !1);
					{
						let n = e._paths == null ? null : e._paths.gaps, i = e.points.show(r, t, G, K, n), a = e.points.filter(r, t, i, n);
						(i || a) && (e.points._paths = e.points.paths(r, t, G, K, a), Nr(t, !0));
					}
					hr != n && (d.globalAlpha = hr = n), Q("drawSeries", t);
				}
			}), e && (d.globalAlpha = hr = 1);
		}
	}
	function wr(e, t) {
		let n = t ? v[e].points : v[e];
		n._stroke = n.stroke(r, e), n._fill = n.fill(r, e);
	}
	function Nr(e, t) {
		let n = t ? v[e].points : v[e], { stroke: r, fill: i, clip: a, flags: o, _stroke: s = n._stroke, _fill: c = n._fill, _width: l = n.width } = n._paths;
		l = H(l * P, 3);
		let u = null, f = l % 2 / 2;
		t && c == null && (c = l > 0 ? "#fff" : s);
		let p = n.pxAlign == 1 && f > 0;
		if (p && d.translate(f, f), !t) {
			let e = qt - l / 2, t = Yt - l / 2, n = Xt + l, r = $t + l;
			u = new Path2D(), u.rect(e, t, n, r);
		}
		t ? Fr(s, l, n.dash, n.cap, c, r, i, o, a) : Pr(e, s, l, n.dash, n.cap, c, r, i, o, u, a), p && d.translate(-f, -f);
	}
	function Pr(e, n, i, a, o, s, c, l, u, d, f) {
		let p = !1;
		u != 0 && x.forEach((m, h) => {
			if (m.series[0] == e) {
				let e = v[m.series[1]], g = t[m.series[1]], _ = (e._paths || en).band;
				rn(_) && (_ = m.dir == 1 ? _[0] : _[1]);
				let y, b = null;
				e.show && _ && St(g, G, K) ? (b = m.fill(r, h) || s, y = e._paths.clip) : _ = null, Fr(n, i, a, o, b, c, l, u, d, f, y, _), p = !0;
			}
		}), p || Fr(n, i, a, o, s, c, l, u, d, f);
	}
	function Fr(e, t, n, r, i, a, o, s, c, l, u, f) {
		gr(e, t, n, r, i), (c || l || f) && (d.save(), c && d.clip(c), l && d.clip(l)), f ? (s & 3) == 3 ? (d.clip(f), u && d.clip(u), Lr(i, o), Ir(e, a, t)) : s & ei ? (Lr(i, o), d.clip(f), Ir(e, a, t)) : s & $r && (d.save(), d.clip(f), u && d.clip(u), Lr(i, o), d.restore(), Ir(e, a, t)) : (Lr(i, o), Ir(e, a, t)), (c || l || f) && d.restore();
	}
	function Ir(e, t, n) {
		n > 0 && (t instanceof Map ? t.forEach((e, t) => {
			d.strokeStyle = nr = t, d.stroke(e);
		}) : t != null && e && d.stroke(t));
	}
	function Lr(e, t) {
		t instanceof Map ? t.forEach((e, t) => {
			d.fillStyle = or = t, d.fill(e);
		}) : t != null && e && d.fill(t);
	}
	function Ur(e, t, n, i) {
		let a = y[e], o;
		if (i <= 0) o = [0, 0];
		else {
			let s = a._space = a.space(r, e, t, n, i);
			o = Hi(t, n, a._incrs = a.incrs(r, e, t, n, i, s), i, s);
		}
		return a._found = o;
	}
	function Wr(e, t, n, r, i, a, o, s, c, l) {
		let u = o % 2 / 2;
		h == 1 && d.translate(u, u), gr(s, o, c, l, s), d.beginPath();
		let f, p, m, g, _ = i + (r == 0 || r == 3 ? -a : a);
		n == 0 ? (p = i, g = _) : (f = i, m = _);
		for (let r = 0; r < e.length; r++) t[r] != null && (n == 0 ? f = m = e[r] : p = g = e[r], d.moveTo(f, p), d.lineTo(m, g));
		d.stroke(), h == 1 && d.translate(-u, -u);
	}
	function Gr(e) {
		let t = !0;
		return y.forEach((n, i) => {
			if (!n.show) return;
			let a = b[n.scale];
			if (a.min == null) {
				n._show && (t = !1, n._show = !1, ni(!1));
				return;
			}
			n._show || (t = !1, n._show = !0, ni(!1));
			let o = n.side, s = o % 2, { min: c, max: l } = a, [u, d] = Ur(i, c, l, s == 0 ? L : z);
			if (d == 0) return;
			let f = a.distr == 2, p = n._splits = n.splits(r, i, c, l, u, d, f), m = a.distr == 2 ? p.map((e) => Wn[e]) : p, h = a.distr == 2 ? Wn[p[1]] - Wn[p[0]] : u, g = n._values = n.values(r, n.filter(r, m, i, d, h), i, d, h);
			n._rotate = o == 2 ? n.rotate(r, g, i, d) : 0;
			let _ = n._size;
			n._size = Ot(n.size(r, g, i, e)), _ != null && n._size != _ && (t = !1);
		}), t;
	}
	function Zr(e) {
		let t = !0;
		return Vn.forEach((n, i) => {
			let a = n(r, i, In, e);
			a != Hn[i] && (t = !1), Hn[i] = a;
		}), t;
	}
	function ti() {
		for (let e = 0; e < y.length; e++) {
			let t = y[e];
			if (!t.show || !t._show) continue;
			let n = t.side, i = n % 2, a, o, c = t.stroke(r, e), l = n == 0 || n == 3 ? -1 : 1, [u, f] = t._found;
			if (t.label != null) {
				let s = t.labelGap * l, p = Dt((t._lpos + s) * P);
				vr(t.labelFont[0], c, "center", n == 2 ? De : Oe), d.save(), i == 1 ? (a = o = 0, d.translate(p, Dt(Yt + $t / 2)), d.rotate((n == 3 ? -Et : Et) / 2)) : (a = Dt(qt + Xt / 2), o = p);
				let m = zt(t.label) ? t.label(r, e, u, f) : t.label;
				d.fillText(m, a, o), d.restore();
			}
			if (f == 0) continue;
			let p = b[t.scale], m = i == 0 ? Xt : $t, h = i == 0 ? qt : Yt, _ = t._splits, v = p.distr == 2 ? _.map((e) => Wn[e]) : _, x = p.distr == 2 ? Wn[_[1]] - Wn[_[0]] : u, S = t.ticks, C = t.border, w = S.show ? S.size : 0, T = Dt(w * P), E = Dt((t.alignTo == 2 ? t._size - w - t.gap : t.gap) * P), D = t._rotate * -Et / 180, O = g(t._pos * P), k = O + (T + E) * l;
			o = i == 0 ? k : 0, a = i == 1 ? k : 0;
			let ee = t.font[0];
			vr(ee, c, t.align == 1 ? ke : t.align == 2 ? Ae : D > 0 ? ke : D < 0 ? Ae : i == 0 ? "center" : n == 3 ? Ae : ke, D || i == 1 ? "middle" : n == 2 ? De : Oe);
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
			S.show && Wr(j, S.filter(r, v, e, f, x), i, n, O, T, H(S.width * P, 3), S.stroke(r, e), S.dash, S.cap);
			let ne = t.grid;
			ne.show && Wr(j, ne.filter(r, v, e, f, x), i, i == 0 ? 2 : 1, i == 0 ? Yt : qt, i == 0 ? $t : Xt, H(ne.width * P, 3), ne.stroke(r, e), ne.dash, ne.cap), C.show && Wr([O], [1], +(i == 0), i == 0 ? 1 : 2, i == 1 ? Yt : qt, i == 1 ? $t : Xt, H(C.width * P, 3), C.stroke(r, e), C.dash, C.cap);
		}
		Q("drawAxes");
	}
	function ni(e) {
		v.forEach((t, n) => {
			n > 0 && (t._paths = null, e && (i == 1 ? (t.min = null, t.max = null) : t.facets.forEach((e) => {
				e.min = null, e.max = null;
			})));
		});
	}
	let ii = !1, ai = !1, oi = [];
	function si() {
		ai = !1;
		for (let e = 0; e < oi.length; e++) Q(...oi[e]);
		oi.length = 0;
	}
	function li() {
		ii ||= (vn(di), !0);
	}
	function ui(e, t = !1) {
		ii = !0, ai = t, e(r), di(), t && oi.length > 0 && queueMicrotask(si);
	}
	r.batch = ui;
	function di() {
		if (an &&= (xr(), !1), dn &&= (yn(), !1), un) {
			if (F(p, ke, Mt), F(p, De, Pt), F(p, Te, L), F(p, Ee, z), F(m, ke, Mt), F(m, De, Pt), F(m, Te, L), F(m, Ee, z), F(f, Te, wt), F(f, Ee, Tt), u.width = Dt(wt * P), u.height = Dt(Tt * P), y.forEach(({ _el: e, _show: t, _size: n, _pos: r, side: i }) => {
				if (e != null) {
					if (t) {
						let t = i === 3 || i === 0 ? n : 0, a = i % 2 == 1;
						F(e, a ? "left" : "top", r - t), F(e, a ? "width" : "height", n), F(e, a ? "top" : "left", a ? Pt : Mt), F(e, a ? "height" : "width", a ? z : L), Ye(e, pe);
					} else Je(e, pe);
				}
			}), nr = or = sr = ur = dr = fr = pr = mr = lr = null, hr = 1, ma(!0), Mt != Lt || Pt != Bt || L != Vt || z != Kt) {
				ni(!1);
				let e = L / Vt, t = z / Kt;
				if (He && !pn && N.left >= 0) {
					N.left *= e, N.top *= t, hi && $e(hi, Dt(N.left), 0, L, z), gi && $e(gi, 0, Dt(N.top), L, z);
					for (let n = 0; n < On.length; n++) {
						let r = On[n];
						r != null && (kn[n] *= e, jn[n] *= t, $e(r, Ot(kn[n]), Ot(jn[n]), L, z));
					}
				}
				if (X.show && !mn && X.left >= 0 && X.width > 0) {
					X.left *= e, X.width *= e, X.top *= t, X.height *= t;
					for (let e in _a) F(Di, e, X[e]);
				}
				Lt = Mt, Bt = Pt, Vt = L, Kt = z;
			}
			Q("setSize"), un = !1;
		}
		wt > 0 && Tt > 0 && (d.clearRect(0, 0, u.width, u.height), Q("drawClear"), w.forEach((e) => e()), Q("draw")), X.show && mn && (ki(X), mn = !1), He && pn && (fa(null, !0, !1), pn = !1), M.show && M.live && hn && (ua(), hn = !1), c || (c = !0, r.status = 1, Q("ready")), Gn = !1, ii = !1;
	}
	r.redraw = (e, t) => {
		dn = t || !1, e === !1 ? li() : Ki(S, D.min, D.max);
	};
	function fi(e, n) {
		let i = b[e];
		if (i.from == null) {
			if (W == 0) {
				let t = i.range(r, n.min, n.max, e);
				n.min = t[0], n.max = t[1];
			}
			if (n.min > n.max) {
				let e = n.min;
				n.min = n.max, n.max = e;
			}
			if (W > 1 && n.min != null && n.max != null && n.max - n.min < 1e-16) return;
			e == S && i.distr == 2 && W > 0 && (n.min = ct(n.min, t[0]), n.max = ct(n.max, t[0]), n.min == n.max && n.max++), A[e] = n, an = !0, li();
		}
	}
	r.setScale = fi;
	let pi, mi, hi, gi, _i, vi, yi, bi, xi, Si, J, Y, Ci = !1, wi = N.drag, Ti = wi.x, Ei = wi.y;
	He && (N.x && (pi = Ze(he, m)), N.y && (mi = Ze(ge, m)), D.ori == 0 ? (hi = pi, gi = mi) : (hi = mi, gi = pi), J = N.left, Y = N.top);
	let X = r.select = U({
		show: !0,
		over: !0,
		left: 0,
		width: 0,
		top: 0,
		height: 0
	}, e.select), Di = X.show ? Ze(me, X.over ? m : p) : null;
	function ki(e, t) {
		if (X.show) {
			for (let t in e) X[t] = e[t], t in _a && F(Di, t, e[t]);
			t !== !1 && Q("setSelect");
		}
	}
	r.setSelect = ki;
	function Gi(e) {
		if (v[e].show) ze && Ye(et[e], pe);
		else if (ze && Je(et[e], pe), He) {
			let t = Dn ? On[0] : On[e];
			t != null && $e(t, -10, -10, L, z);
		}
	}
	function Ki(e, t, n) {
		fi(e, {
			min: t,
			max: n
		});
	}
	function qi(e, t, n, a) {
		t.focus != null && na(e), t.show != null && v.forEach((n, r) => {
			r > 0 && (e == r || e == null) && (n.show = t.show, Gi(r), i == 2 ? (Ki(n.facets[0].scale, null, null), Ki(n.facets[1].scale, null, null)) : Ki(n.scale, null, null), li());
		}), n !== !1 && Q("setSeries", e, t), a && Ma("setSeries", r, e, t);
	}
	r.setSeries = qi;
	function Ji(e, t) {
		U(x[e], t);
	}
	function Yi(e, t) {
		e.fill = V(e.fill || null), e.dir = I(e.dir, -1), t ??= x.length, x.splice(t, 0, e);
	}
	function Xi(e) {
		e == null ? x.length = 0 : x.splice(e, 1);
	}
	r.addBand = Yi, r.setBand = Ji, r.delBand = Xi;
	function Zi(e, t) {
		v[e].alpha = t, He && On[e] != null && (On[e].style.opacity = t), ze && et[e] && (et[e].style.opacity = t);
	}
	let Qi, $i, ea, ta = { focus: !0 };
	function na(e) {
		if (e != ea) {
			let t = e == null, n = Tn.alpha != 1;
			v.forEach((r, a) => {
				if (i == 1 || a > 0) {
					let i = t || a == 0 || a == e;
					r._focus = t ? null : i, n && Zi(a, i ? 1 : Tn.alpha);
				}
			}), ea = e, n && li();
		}
	}
	ze && En && bt(Le, Ke, (e) => {
		N._lock || (Cn(e), ea != null && qi(null, ta, !0, $.setSeries));
	});
	function ra(e, t, n) {
		let r = b[t];
		n && (e = e / P - (r.ori == 1 ? Pt : Mt));
		let i = L;
		r.ori == 1 && (i = z, e = i - e), r.dir == -1 && (e = i - e);
		let a = r._min, o = r._max, s = e / i, c = a + (o - a) * s, l = r.distr;
		return l == 3 ? jt(10, c) : l == 4 ? Ft(c, r.asinh) : l == 100 ? r.bwd(c) : c;
	}
	function ia(e, n) {
		return ct(ra(e, S, n), t[0], G, K);
	}
	r.valToIdx = (e) => ct(e, t[0]), r.posToIdx = ia, r.posToVal = ra, r.valToPos = (e, t, n) => b[t].ori == 0 ? a(e, b[t], n ? Xt : L, n ? qt : 0) : o(e, b[t], n ? $t : z, n ? Yt : 0), r.setCursor = (e, t, n) => {
		J = e.left, Y = e.top, fa(null, t, n);
	};
	function aa(e, t) {
		F(Di, ke, X.left = e), F(Di, Te, X.width = t);
	}
	function oa(e, t) {
		F(Di, De, X.top = e), F(Di, Ee, X.height = t);
	}
	let sa = D.ori == 0 ? aa : oa, ca = D.ori == 1 ? aa : oa;
	function la() {
		if (ze && M.live) for (let e = +(i == 2); e < v.length; e++) {
			if (e == 0 && at) continue;
			let t = M.values[e], n = 0;
			for (let r in t) nt[e][n++].firstChild.nodeValue = t[r];
		}
	}
	function ua(e, t) {
		if (e != null && (e.idxs ? e.idxs.forEach((e, t) => {
			je[t] = e;
		}) : on(e.idx) || je.fill(e.idx), M.idx = je[0]), ze && M.live) {
			for (let e = 0; e < v.length; e++) (e > 0 || i == 1 && !at) && da(e, je[e]);
			la();
		}
		hn = !1, t !== !1 && Q("setLegend");
	}
	r.setLegend = ua;
	function da(e, n) {
		let i = v[e], a = e == 0 && O == 2 ? Wn : t[e], o;
		at ? o = i.values(r, e, n) ?? lt : (o = i.value(r, n == null ? null : a[n], e, n), o = o == null ? lt : { _: o }), M.values[e] = o;
	}
	function fa(e, n, a) {
		xi = J, Si = Y, [J, Y] = N.move(r, J, Y), N.left = J, N.top = Y, He && (hi && $e(hi, Dt(J), 0, L, z), gi && $e(gi, 0, Dt(Y), L, z));
		let o, s = G > K;
		Qi = B, $i = null;
		let c = D.ori == 0 ? L : z, l = D.ori == 1 ? L : z;
		if (J < 0 || W == 0 || s) {
			o = N.idx = null;
			for (let e = 0; e < v.length; e++) {
				let t = On[e];
				t != null && $e(t, -10, -10, L, z);
			}
			En && qi(null, ta, !0, e == null && $.setSeries), M.live && (je.fill(o), hn = !0);
		} else {
			let e, n, a;
			i == 1 && (e = D.ori == 0 ? J : Y, n = ra(e, S), o = N.idx = ct(n, t[0], G, K), a = k(t[0][o], D, c, 0));
			let s = -10, u = -10, d = 0, f = 0, p = !0, m = "", h = "";
			for (let e = +(i == 2); e < v.length; e++) {
				let g = v[e], _ = je[e], y = _ == null ? null : i == 1 ? t[e][_] : t[e][1][_], x = N.dataIdx(r, e, o, n), S = x == null ? null : i == 1 ? t[e][x] : t[e][1][x];
				if (hn = hn || S != y || x != _, je[e] = x, e > 0 && g.show) {
					let n = x == null ? -10 : x == o ? a : k(i == 1 ? t[0][x] : t[e][0][x], D, c, 0), _ = S == null ? -10 : ee(S, i == 1 ? b[g.scale] : b[g.facets[1].scale], l, 0);
					if (En && S != null) {
						let t = D.ori == 1 ? J : Y, n = R(Tn.dist(r, e, x, _, t));
						if (n < Qi) {
							let r = Tn.bias;
							if (r != 0) {
								let i = ra(t, g.scale), a = S >= 0 ? 1 : -1, o = i >= 0 ? 1 : -1;
								o == a && (o == 1 ? r == 1 ? S >= i : S <= i : r == 1 ? S <= i : S >= i) && (Qi = n, $i = e);
							} else Qi = n, $i = e;
						}
					}
					if (hn || Dn) {
						let t, i;
						D.ori == 0 ? (t = n, i = _) : (t = _, i = n);
						let a, o, c, l, g, v, y = !0, b = wn.bbox;
						if (b != null) {
							y = !1;
							let t = b(r, e);
							c = t.left, l = t.top, a = t.width, o = t.height;
						} else c = t, l = i, a = o = wn.size(r, e);
						if (v = wn.fill(r, e), g = wn.stroke(r, e), Dn) e == $i && Qi <= Tn.prox && (s = c, u = l, d = a, f = o, p = y, m = v, h = g);
						else {
							let t = On[e];
							t != null && (kn[e] = c, jn[e] = l, rt(t, a, o, y), tt(t, v, g), $e(t, Ot(c), Ot(l), L, z));
						}
					}
				}
			}
			if (Dn) {
				let e = Tn.prox;
				if (hn || (ea == null ? Qi <= e : Qi > e || $i != ea)) {
					let e = On[0];
					e != null && (kn[0] = s, jn[0] = u, rt(e, d, f, p), tt(e, m, h), $e(e, Ot(s), Ot(u), L, z));
				}
			}
		}
		if (X.show && Ci) {
			if (e != null) {
				let [t, n] = $.scales, [r, i] = $.match, [a, o] = e.cursor.sync.scales, s = e.cursor.drag;
				if (Ti = s._x, Ei = s._y, Ti || Ei) {
					let { left: s, top: u, width: d, height: f } = e.select, p = e.scales[a].ori, m = e.posToVal, h, g, _, v, y, x = t != null && r(t, a), S = n != null && i(n, o);
					x && Ti ? (p == 0 ? (h = s, g = d) : (h = u, g = f), _ = b[t], v = k(m(h, a), _, c, 0), y = k(m(h + g, a), _, c, 0), sa(kt(v, y), R(y - v))) : sa(0, c), S && Ei ? (p == 1 ? (h = s, g = d) : (h = u, g = f), _ = b[n], v = ee(m(h, o), _, l, 0), y = ee(m(h + g, o), _, l, 0), ca(kt(v, y), R(y - v))) : ca(0, l);
				} else va();
			} else {
				let e = R(xi - _i), t = R(Si - vi);
				if (D.ori == 1) {
					let n = e;
					e = t, t = n;
				}
				Ti = wi.x && e >= wi.dist, Ei = wi.y && t >= wi.dist;
				let n = wi.uni;
				n == null ? wi.x && wi.y && (Ti || Ei) && (Ti = Ei = !0) : Ti && Ei && (Ti = e >= n, Ei = t >= n, !Ti && !Ei && (t > e ? Ei = !0 : Ti = !0));
				let r, i;
				Ti && (D.ori == 0 ? (r = yi, i = J) : (r = bi, i = Y), sa(kt(r, i), R(i - r)), Ei || ca(0, l)), Ei && (D.ori == 1 ? (r = yi, i = J) : (r = bi, i = Y), ca(kt(r, i), R(i - r)), Ti || sa(0, c)), !Ti && !Ei && (sa(0, 0), ca(0, 0));
			}
		}
		if (wi._x = Ti, wi._y = Ei, e == null) {
			if (a) {
				if (Aa != null) {
					let [e, t] = $.scales;
					$.values[0] = e == null ? null : ra(D.ori == 0 ? J : Y, e), $.values[1] = t == null ? null : ra(D.ori == 1 ? J : Y, t);
				}
				Ma(Ne, r, J, Y, L, z, o);
			}
			if (En) {
				let e = a && $.setSeries, t = Tn.prox;
				ea == null ? Qi <= t && qi($i, ta, !0, e) : Qi > t ? qi(null, ta, !0, e) : $i != ea && qi($i, ta, !0, e);
			}
		}
		hn && (M.idx = o, ua()), n !== !1 && Q("setCursor");
	}
	let pa = null;
	Object.defineProperty(r, "rect", { get() {
		return pa ?? ma(!1), pa;
	} });
	function ma(e = !1) {
		e ? pa = null : (pa = m.getBoundingClientRect(), Q("syncRect", pa));
	}
	function ha(e, t, n, r, i, a, o) {
		N._lock || Ci && e != null && e.movementX == 0 && e.movementY == 0 || (ga(e, t, n, r, i, a, o, !1, e != null), e == null ? fa(t, !0, !1) : fa(null, !0, !0));
	}
	function ga(e, t, n, i, a, o, c, l, u) {
		if (pa ?? ma(!1), Cn(e), e != null) n = e.clientX - pa.left, i = e.clientY - pa.top;
		else {
			if (n < 0 || i < 0) {
				J = -10, Y = -10;
				return;
			}
			let [e, r] = $.scales, c = t.cursor.sync, [l, u] = c.values, [d, f] = c.scales, [p, m] = $.match, h = t.axes[0].side % 2 == 1, g = D.ori == 0 ? L : z, _ = D.ori == 1 ? L : z, v = h ? o : a, y = h ? a : o, x = h ? i : n, S = h ? n : i;
			if (n = d == null ? x / v * g : p(e, d) ? s(l, b[e], g, 0) : -10, i = f == null ? S / y * _ : m(r, f) ? s(u, b[r], _, 0) : -10, D.ori == 1) {
				let e = n;
				n = i, i = e;
			}
		}
		u && (t == null || t.cursor.event.type == Ne) && ((n <= 1 || n >= L - 1) && (n = Jt(n, L)), (i <= 1 || i >= z - 1) && (i = Jt(i, z))), l ? (_i = n, vi = i, [yi, bi] = N.move(r, n, i)) : (J = n, Y = i);
	}
	let _a = {
		width: 0,
		height: 0,
		left: 0,
		top: 0
	};
	function va() {
		ki(_a, !1);
	}
	let ya, Z, ba, xa;
	function Sa(e, t, n, i, a, o, s) {
		Ci = !0, Ti = Ei = wi._x = wi._y = !1, ga(e, t, n, i, a, o, s, !0, !1), e != null && (bt(Fe, Ue, Ca, !1), Ma(Pe, r, yi, bi, L, z, null));
		let { left: c, top: l, width: u, height: d } = X;
		ya = c, Z = l, ba = u, xa = d;
	}
	function Ca(e, t, n, i, a, o, s) {
		Ci = wi._x = wi._y = !1, ga(e, t, n, i, a, o, s, !1, !0);
		let { left: c, top: l, width: u, height: d } = X, f = u > 0 || d > 0, p = ya != c || Z != l || ba != u || xa != d;
		if (f && p && ki(X), wi.setScale && f && p) {
			let e = c, t = u, n = l, r = d;
			if (D.ori == 1 && (e = l, t = d, n = c, r = u), Ti && Ki(S, ra(e, S), ra(e + t, S)), Ei) for (let e in b) {
				let t = b[e];
				e != S && t.from == null && t.min != B && Ki(e, ra(n + r, e), ra(n, e));
			}
			va();
		} else N.lock && (N._lock = !N._lock, fa(t, !0, e != null));
		e != null && (Ct(Fe, Ue), Ma(Fe, r, J, Y, L, z, null));
	}
	function wa(e, t, n, r, i, a, o) {
		if (N._lock) return;
		Cn(e);
		let s = Ci;
		if (Ci) {
			let e = !0, t = !0, n, r;
			D.ori == 0 ? (n = Ti, r = Ei) : (n = Ei, r = Ti), n && r && (e = J <= 10 || J >= L - 10, t = Y <= 10 || Y >= z - 10), n && e && (J = J < yi ? 0 : L), r && t && (Y = Y < bi ? 0 : z), fa(null, !0, !0), Ci = !1;
		}
		J = -10, Y = -10, je.fill(null), fa(null, !0, !0), s && (Ci = s);
	}
	function Ta(e, t, n, i, a, o, s) {
		N._lock || (Cn(e), Kn(), va(), e != null && Ma(Re, r, J, Y, L, z, null));
	}
	function Ea() {
		y.forEach(Wi), gn(r.width, r.height, !0);
	}
	ot(Be, We, Ea);
	let Da = {};
	Da.mousedown = Sa, Da.mousemove = ha, Da.mouseup = Ca, Da.dblclick = Ta, Da.setSeries = (e, t, n, i) => {
		let a = $.match[2];
		n = a(r, t, n), n != -1 && qi(n, i, !0, !1);
	}, He && (bt(Pe, m, Sa), bt(Ne, m, ha), bt(Ie, m, (e) => {
		Cn(e), ma(!1);
	}), bt(Le, m, wa), bt(Re, m, Ta), Oi.add(r), r.syncRect = ma);
	let Oa = r.hooks = e.hooks || {};
	function Q(e, t, n) {
		ai ? oi.push([
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
	let ka = (e, t, n) => n, $ = U({
		key: null,
		setSeries: !1,
		filters: {
			pub: Wt,
			sub: Wt
		},
		scales: [S, v[1] ? v[1].scale : null],
		match: [
			Gt,
			Gt,
			ka
		],
		values: [null, null]
	}, N.sync);
	$.match.length == 2 && $.match.push(ka), N.sync = $;
	let Aa = $.key, ja = Qr(Aa);
	function Ma(e, t, n, r, i, a, o) {
		$.filters.pub(e, t, n, r, i, a, o) && ja.pub(e, t, n, r, i, a, o);
	}
	ja.sub(r);
	function Na(e, t, n, r, i, a, o) {
		$.filters.sub(e, t, n, r, i, a, o) && Da[e](null, t, n, r, i, a, o);
	}
	r.pub = Na;
	function Pa() {
		ja.unsub(r), Oi.delete(r), yt.clear(), st(Be, We, Ea), l.remove(), Ke?.remove(), Q("destroy");
	}
	r.destroy = Pa;
	function Fa() {
		Q("init", e, t), q(t || e.data, !1), A[S] ? fi(S, A[S]) : Kn(), mn = X.show && (X.width > 0 || X.height > 0), pn = hn = !0, gn(e.width, e.height);
	}
	return v.forEach(Nn), y.forEach(zn), n ? n instanceof HTMLElement ? (n.appendChild(l), Fa()) : n(r, Fa) : Fa(), r;
}
Gi.assign = U, Gi.fmtNum = Tt, Gi.rangeNum = xt, Gi.rangeLog = ht, Gi.rangeAsinh = gt, Gi.orient = ti, Gi.pxRatio = P, Gi.join = _n, Gi.fmtDate = An, Gi.tzDate = Mn, Gi.sync = Qr;
{
	Gi.addGap = oi, Gi.clipGaps = ai;
	let e = Gi.paths = { points: bi };
	e.linear = Y, e.stepped = Ci, e.bars = Ti, e.spline = X;
}
// src/plot/text.ts
function Ki(e, t) {
	let n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	for (; n < 12 && Math.abs(Number(t.toFixed(n)) / t - 1) > 1e-6;) n += 1;
	return e.toFixed(Math.min(12, n));
}
function qi(e) {
	let t = Math.abs(e);
	return t >= 1e9 ? `${O(Number((e / 1e9).toPrecision(4)))}G` : t >= 1e6 ? `${O(Number((e / 1e6).toPrecision(4)))}M` : O(Number(e.toPrecision(6)));
}
// src/plot/legend.ts
var Ji = class {
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
			let i = e[Number(r.dataset.at)], a = i ? C(i, t, n) : null;
			r.textContent = a === null ? "" : qi(a);
		}
	}
}, Yi = 14, Xi = 4, Zi = 13, Qi = 6.2, $i = 16;
function ea(e, t, n) {
	let r = -Infinity, i = 0;
	return e.toSorted((e, t) => t.value - e.value).map((e) => {
		let a = t(e.value), o = `${e.name} ${qi(e.value)}`, s = a - r < n ? i : 0;
		return r = a, i = s + o.length * Qi + $i, {
			name: o,
			y: a,
			beside: s
		};
	});
}
function ta(e, t, n) {
	let { ctx: r, bbox: i } = e;
	r.save(), r.beginPath(), r.rect(i.left, i.top, i.width, i.height), r.clip();
	let a = (t) => e.valToPos(t, "y", !0);
	for (let { name: n, y: r, beside: i } of ea(t, a, Zi * devicePixelRatio)) na(e, n, r, i);
	r.setLineDash([]);
	for (let t of n) ra(e, t);
	r.restore();
}
function na(e, t, n, r) {
	let { ctx: i, bbox: a } = e, o = devicePixelRatio;
	i.setLineDash([2 * o, 4 * o]), i.strokeStyle = i.fillStyle = m().text, i.lineWidth = o, i.beginPath(), i.moveTo(a.left, n), i.lineTo(a.left + a.width, n), i.stroke(), i.font = `${11 * o}px system-ui, sans-serif`, i.textBaseline = "alphabetic", i.textAlign = "right", i.fillText(t, a.left + a.width - (4 + r) * o, n - 3 * o);
}
function ra(e, t) {
	let { ctx: n } = e, r = Xi * devicePixelRatio, i = e.valToPos(t.time_s, "x", !0), a = e.valToPos(t.value, "y", !0);
	n.strokeStyle = m().alarm, n.lineWidth = r / 2.5, n.beginPath(), t.kind === "lost" ? (n.moveTo(i - r, a - r), n.lineTo(i + r, a + r), n.moveTo(i - r, a + r), n.lineTo(i + r, a - r)) : (n.moveTo(i, a - r), n.lineTo(i + r, a + r), n.lineTo(i - r, a + r), n.closePath()), n.stroke();
}
function ia(e, t, n, r) {
	if (n < 0 || r < 0) return;
	let i = (t) => Math.hypot(e.valToPos(t.time_s, "x") - n, e.valToPos(t.value, "y") - r);
	return t.map((e) => ({
		mark: e,
		far: i(e)
	})).filter((e) => e.far < Yi).sort((e, t) => e.far - t.far)[0]?.mark;
}
// src/plot/words.ts
var aa = 8;
function oa(e, { from_s: t, to_s: n }, r) {
	let i = r.slice(0, aa).map(({ name: e, points: t }) => {
		let n = E(t);
		return n ? `${e} from ${qi(n.min)} to ${qi(n.max)}` : `${e} empty`;
	});
	return `${e}, from ${j(t)} to ${j(n)}: ${i.join("; ")}`;
}
function sa(t) {
	let n = t.map(({ name: t, points: n, recorded: r }) => {
		let i = E(n), a = i ? [
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
var ca = 178, la = {
	time_s: /* @__PURE__ */ new Float64Array(),
	value: /* @__PURE__ */ new Float64Array()
}, ua = class {
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
	legend = new Ji((e, t) => this.toggle(e, t));
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
		let n = this.target.value, r = y(t);
		i(this.target, e("option", { value: "" }, "automatic"), e("option", { value: "*" }, `all ${r.length}`), r.map((t) => e("option", { value: t }, t))), this.target.value = n === "*" || r.includes(n) ? n : "", this.rebuild();
	}
	setMarks(e, t) {
		this.marks = e, this.note.textContent = t, this.note.hidden = !t, this.plot?.redraw(!1);
	}
	get singleTarget() {
		let e = y(this.shown);
		return e.length === 1 ? e[0] : this.target.value && this.target.value !== "*" ? this.target.value : void 0;
	}
	rebuild() {
		this.shown = v(this.all, this.target.value, this.family), this.points = this.shown.map(() => la);
		let e = this.shown[0]?.info.unit ?? "";
		this.title.textContent = e ? `${this.family.title}, ${e}` : this.family.title, this.plot?.destroy(), this.plot = new Gi(this.options(), [[]], this.holder), this.plot.over.append(this.cursor);
		let t = this.shown.map((e) => ({
			curve: e,
			name: this.nameOf(e),
			style: b(e, this.shown, this.family),
			shown: !this.hidden.has(this.key(e))
		}));
		this.legend.show(t, this.hiddenCount()), this.fetch(), this.onTarget();
	}
	hiddenCount() {
		let t = y(this.all).length - y(this.shown).length;
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
			height: ca,
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
				values: (e, t, n, r, i) => t.map((e) => Ki(e, i))
			}, {
				...r,
				size: 64,
				values: (e, t) => t.map((e) => qi(e))
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
				draw: [(e) => ta(e, this.thresholds(), this.marks)]
			}
		};
	}
	seriesOf(e) {
		let t = b(e, this.shown, this.family), n = Gi.paths.stepped?.({ align: 1 });
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
		for (let t of this.shown.flatMap((e) => [...e.info.thresholds ?? [], ...w(e)])) e.set(`${t.name} ${t.value}`, t);
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
			let o = a.map((e, t) => i[t]?.info.stepped === !1 ? e : T(e, n));
			this.plot?.setData(D(o)), this.resize(), this.placed(), this.values(), this.fillTable(), this.describe(), this.element.dataset.state = "drawn", this.onDrawn();
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
			height: ca
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
		let r = ia(e, this.marks, t, n);
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
			points: this.points[t] ?? la,
			recorded: e.info.points
		}));
	}
	describe() {
		this.holder.setAttribute("aria-label", oa(this.title.textContent ?? "", this.view.window.value, this.told()));
	}
	fillTable() {
		this.details.open && i(this.table, sa(this.told()));
	}
	picture(e) {
		let { from_s: t, to_s: n } = this.view.window.value, r = this.plot?.scales.y, i = this.shown.flatMap((t, n) => {
			if (this.hidden.has(this.key(t))) return [];
			let r = b(t, this.shown, this.family), { target: i, quantity: a, unit: o, stepped: s } = t.info;
			return [{
				name: this.nameOf(t),
				run: t.label,
				target: i,
				quantity: a,
				unit: o,
				stepped: s !== !1,
				points: this.points[n] ?? la,
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
}, da = {
	left: 64,
	right: 14
}, fa = 140, pa = 16, ma = 34, ha = 6.4, ga = 18, _a = 4, va = 60;
function ya(e) {
	return e.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;");
}
function Z(e) {
	return String(Math.round(e * 10) / 10);
}
function ba(e, t, n, r) {
	let i = [], a, o = e.stepped ? T(e.points, t) : e.points;
	return o.time_s.forEach((t, s) => {
		let c = o.value[s] ?? NaN;
		if (e.stepped && a !== void 0 && i.push(`L${Z(n(t))} ${Z(a)}`), !Number.isFinite(c)) return void (a = void 0);
		let l = r(c);
		i.push(`${a === void 0 ? "M" : "L"}${Z(n(t))} ${Z(l)}`), a = l;
	}), i.join("");
}
function xa({ dash: e }) {
	return e.length ? ` stroke-dasharray="${e.join(" ")}"` : "";
}
function Sa(e, t, n) {
	let r = da.left, i = t, a = (e) => {
		r > da.left && r + e > n - da.right && ([r, i] = [da.left, i + pa]);
	}, o = e.curves.map((e) => {
		let t = ma + e.name.length * ha;
		a(t);
		let n = `<line x1="${Z(r)}" x2="${Z(r + 26)}" y1="${i - 4}" y2="${i - 4}" stroke="${e.colour}" stroke-width="2.5"${xa(e)}/>`, o = `<text class="key" x="${Z(r + ma)}" y="${i}">${ya(e.name)}</text>`;
		return r += t + ga, n + o;
	});
	return e.more && (a(e.more.length * ha), o.push(`<text x="${Z(r)}" y="${i}">${ya(e.more)}</text>`)), {
		svg: o,
		height: o.length ? i - t + pa : 0
	};
}
function Ca({ kind: e, text: t }, n, r, i) {
	let [a, o, s, c] = [
		n - _a,
		n + _a,
		r - _a,
		r + _a
	].map(Z);
	return `<path class="${e}" d="${e === "lost" ? `M${a} ${s}L${o} ${c}M${a} ${c}L${o} ${s}` : `M${Z(n)} ${s}L${o} ${c}L${a} ${c}Z`}" fill="none" stroke="${i.alarm}" stroke-width="1.6"><title>${ya(t)}</title></path>`;
}
function wa(e, t, n) {
	let { x: r, y: i, left: a, right: o, top: s, bottom: c } = t, l = re(e.from_s, e.to_s, Math.max(2, Math.floor((o - a) / va))), u = (l[1] ?? e.to_s) - (l[0] ?? e.from_s);
	return [
		...re(e.low, e.high, 4).map((e) => `<line x1="${a}" x2="${o}" y1="${Z(i(e))}" y2="${Z(i(e))}" stroke="${n.grid}"/><text x="${a - 6}" y="${Z(i(e) + 4)}" text-anchor="end">${qi(e)}</text>`),
		...l.map((e) => `<line x1="${Z(r(e))}" x2="${Z(r(e))}" y1="${Z(s)}" y2="${Z(c)}" stroke="${n.grid}"/><text x="${Z(r(e))}" y="${Z(c + 15)}" text-anchor="middle">${Ki(e, u)}</text>`),
		`<text x="${Z((a + o) / 2)}" y="${Z(c + 30)}" text-anchor="middle">time, s</text>`
	];
}
function Ta(e, t, n) {
	let [r, i, a] = [
		da.left,
		n - da.right,
		t + fa
	];
	return {
		left: r,
		right: i,
		top: t,
		bottom: a,
		x: (t) => r + (t - e.from_s) / (e.to_s - e.from_s || 1) * (i - r),
		y: (t) => a - (t - e.low) / (e.high - e.low || 1) * fa
	};
}
function Ea(e, t) {
	let n = [];
	for (let r of e.split(" ").filter(Boolean)) {
		let e = n.at(-1);
		e !== void 0 && e.length + 1 + r.length <= t ? n[n.length - 1] = `${e} ${r}` : n.push(r);
	}
	return n;
}
function Da(e, t, n, r, i) {
	let a = Sa(e, t + 34, n), o = Ta(e, t + 24 + a.height, n), { x: s, y: c, left: l, right: u, bottom: d } = o, f = [
		...e.curves.map((t) => `<path d="${ba(t, e.to_s, s, c)}" fill="none" stroke="${t.colour}" stroke-width="1.4"${xa(t)}><title>${ya(`${t.run}: ${t.quantity} of ${t.target}`)}</title></path>`),
		...ea(e.lines, c, 13).map(({ name: e, y: t, beside: n }) => `<line x1="${l}" x2="${u}" y1="${Z(t)}" y2="${Z(t)}" stroke="${r.text}" stroke-dasharray="2 4"/><text class="threshold" x="${Z(u - 4 - n)}" y="${Z(t - 3)}" text-anchor="end" font-size="11">${ya(e)}</text>`),
		...e.marks.filter(({ time_s: t }) => t >= e.from_s && t <= e.to_s).map((e) => Ca(e, s(e.time_s), c(e.value), r))
	], p = Ea(e.note, (u - l) / ha).map((e, t) => `<text x="${l}" y="${d + 48 + t * pa}">${ya(e)}</text>`);
	return {
		svg: [
			`<text x="${l}" y="${t + 15}" font-weight="bold">${ya(e.title)}</text>`,
			...a.svg,
			...wa(e, o, r),
			`<clipPath id="${i}"><rect x="${l}" y="${o.top - 2}" width="${u - l}" height="144"/></clipPath>`,
			`<g clip-path="url(#${i})">`,
			...f,
			"</g>",
			...p
		],
		height: d - t + 46 + p.length * pa
	};
}
function Oa(e, t, n, r = 900) {
	let i = 34, a = e.flatMap((e, t) => {
		let { svg: a, height: o } = Da(e, i, r, n, `clip${t}`);
		return i += o, a;
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${r} ${i}" width="${r}" height="${i}" font-family="system-ui, sans-serif" font-size="12" fill="${n.text}">`,
		`<rect width="100%" height="100%" fill="${n.back}"/>`,
		`<text x="${da.left}" y="22" font-size="14" font-weight="bold">${ya(t)}</text>`,
		...a,
		"</svg>\n"
	].join("\n");
}
// src/plot/strips.ts
var Q = 0, ka = class {
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
		this.view = e, this.source = t, Q += 1, this.sync = `cellwise-${Q}`;
	}
	setCurves(e) {
		let t = _(e);
		for (let [e, n] of this.strips) t.some((t) => t.family.name === e) || (n.destroy(), this.strips.delete(e));
		for (let { family: e, curves: n } of t) {
			let t = this.strips.get(e.name) ?? this.add(e);
			this.element.append(t.element), t.setCurves(n);
		}
	}
	add(e) {
		let t = new ua(e, this.view, this.source, this.sync);
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
		return new Blob([ne(this.pictures(!1))], { type: "text/csv" });
	}
	svg(e) {
		return this.drawn(e, !1, $);
	}
	async png(e) {
		let t = Math.max(Aa, Math.round(this.element.clientWidth));
		return Ma(this.drawn(e, f(), t));
	}
	drawn(e, t, n) {
		return new Blob([Oa(this.pictures(t), e, m(t), n)], { type: "image/svg+xml" });
	}
}, $ = 900, Aa = 360, ja = 2;
async function Ma(e) {
	let t = URL.createObjectURL(e);
	try {
		let e = new Image();
		e.src = t, await e.decode();
		let n = Math.max(ja, devicePixelRatio), r = document.createElement("canvas");
		r.width = Math.round(e.width * n), r.height = Math.round(e.height * n);
		let i = r.getContext("2d");
		if (!i) throw Error("This browser has no canvas.");
		return i.drawImage(e, 0, 0, r.width, r.height), await new Promise((e, t) => r.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("The picture is too large.")), "image/png"));
	} finally {
		URL.revokeObjectURL(t);
	}
}
function Na(t) {
	return e("div", {
		class: "buttons",
		role: "group",
		"aria-label": "Part of the run that is shown"
	}, a("Earlier", () => t.pan(-.5), { "data-testid": "earlier" }), a("Later", () => t.pan(.5), { "data-testid": "later" }), a("Zoom in", () => t.zoom(.5), { "data-testid": "zoom-in" }), a("Zoom out", () => t.zoom(2), { "data-testid": "zoom-out" }), a("Whole run", () => t.reset(), { "data-testid": "zoom-reset" }));
}
function Pa(t, n) {
	let r = URL.createObjectURL(t);
	e("a", {
		href: r,
		download: n
	}).click(), setTimeout(() => URL.revokeObjectURL(r), 1e4);
}
// src/base/signal.ts
var Fa = class {
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
}, Ia = 1e-8, La = class {
	window;
	at;
	hover = new Fa(null);
	whole;
	constructor(e) {
		this.whole = {
			from_s: 0,
			to_s: e
		}, this.window = new Fa(this.whole), this.at = new Fa(0);
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
		let n = Math.min(Math.max(t - e, Ia), this.whole.to_s), r = Math.min(Math.max(e, 0), this.whole.to_s - n);
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
}, Ra = 20, za = 1e3, Ba = [
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
], Va = class {
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
			max: za,
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
		}, Ba.map((t) => e("option", { value: t }, `${j(t)} per s`))), this.element = e("div", {
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
		this.view.at.set(e + Number(this.bar.value) / za * (t - e));
	}
	key(e) {
		if (e.key === " ") this.toggle();
		else if (e.key === "Escape") this.pause(), this.view.at.set(this.view.window.value.from_s);
		else return;
		e.preventDefault();
	}
	placed() {
		let { from_s: e, to_s: t } = this.view.window.value, n = this.view.at.value;
		this.bar.value = String(Math.round((n - e) / (t - e) * za));
		let r = j(n, 6);
		this.clock.textContent = r, this.bar.setAttribute("aria-valuetext", r);
	}
	offerSpeed() {
		if (this.chosen) return;
		let { from_s: e, to_s: t } = this.view.window.value, n = (t - e) / Ra, r = Ba.reduce((e, t) => Math.abs(Math.log(t / n)) < Math.abs(Math.log(e / n)) ? t : e);
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
}, Ha = 5e3, Ua = class {
	model;
	onSlow = () => void 0;
	asked = 0;
	waiting = /* @__PURE__ */ new Map();
	listener = (e, t) => this.answered(e, t);
	constructor(e) {
		this.model = e, e.on("msg:custom", this.listener);
	}
	stop() {
		this.waiting.clear(), this.model.off("msg:custom", this.listener);
	}
	points(e, t, n, r, i) {
		let a = this.asked += 1;
		return new Promise((o, s) => {
			this.waiting.set(a, {
				resolve: o,
				reject: s
			}), setTimeout(() => this.waiting.has(a) && this.onSlow(), Ha), i.addEventListener("abort", () => this.waiting.delete(a) && s(/* @__PURE__ */ Error("not needed any more"))), this.model.send({
				ask: a,
				index: e.info.index,
				from_s: t,
				to_s: n,
				columns: r
			});
		});
	}
	answered({ ask: e, error: t }, n) {
		let r = this.waiting.get(e);
		if (this.waiting.delete(e), t !== void 0) return r?.reject(Error(t));
		let [i, a] = n.map(Wa);
		i && a && r?.resolve({
			time_s: i,
			value: a
		});
	}
};
function Wa(e) {
	return new Float64Array(e.buffer.slice(e.byteOffset, e.byteOffset + e.byteLength));
}
function Ga(e, t) {
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
function Ka(e) {
	let t = ({ target: t, ctrlKey: n, metaKey: r, altKey: i }) => {
		t instanceof Element && e.contains(t) && t.toggleAttribute("data-lm-suppress-shortcuts", !(n || r || i));
	};
	return addEventListener("keydown", t, !0), () => removeEventListener("keydown", t, !0);
}
function qa({ model: t, el: n }) {
	let r = String(t.get("title")), i = new La(Number(t.get("end_s"))), o = new Ua(t), s = new ka(i, (...e) => o.points(...e)), c = e("p", {
		class: "error",
		role: "alert"
	});
	s.onError = (e) => c.textContent = e instanceof Error ? e.message : String(e), s.onDrawn = () => c.textContent = "", o.onSlow = () => c.textContent = "The kernel is busy or gone: the plot does not show what was requested.";
	let l = (e, t) => a(e, () => void Promise.resolve(t()).then((t) => Pa(t, `cellwise.${e.toLowerCase()}`))), u = e("div", {
		class: "buttons",
		role: "group",
		"aria-label": "Save"
	}, l("CSV", () => s.csv()), l("SVG", () => s.svg(r)), l("PNG", () => s.png(r))), d = e("div", { class: "cellwise-widget" }, e("h3", {}, r), new Va(i).element, e("div", { class: "toolbar" }, Na(i), u), c, s.element);
	n.append(d);
	let f = [Ga(d, () => s.rebuild()), Ka(d)], p = t.get("series");
	return s.setCurves(p.map((e) => ({
		run: "run",
		label: r,
		rank: 0,
		info: e
	}))), () => {
		for (let e of f) e();
		o.stop(), s.destroy();
	};
}
var Ja = { render: qa };
export { Ja as default };
