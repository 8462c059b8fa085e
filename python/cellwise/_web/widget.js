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
];
function g(e) {
	let t = new Set(h.flatMap((e) => e.quantities)), n = [...new Set(e.map((e) => e.info.quantity))].filter((e) => !t.has(e));
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
function _(e, t, n, r = 7) {
	let i = v(e);
	if (t === "*") return e;
	if (t) return e.filter((e) => e.info.target === t);
	let a = new Set(e.map((e) => e.run)).size > 1 ? i.slice(0, 1) : i.slice(0, r), o = e.filter((e) => a.includes(e.info.target));
	return o.length <= 2 ? o : o.filter((e) => e.info.quantity === n.quantities[0] || !o.some((e) => e.info.quantity === n.quantities[0]));
}
function v(e) {
	return [...new Set(e.map((e) => e.info.target))];
}
function y(e, t, n) {
	let r = new Set(t.map((e) => e.run)).size > 1, i = v(t).indexOf(e.info.target), a = n.quantities.indexOf(e.info.quantity);
	return r ? {
		colour: e.rank,
		dash: a > 0 ? a : i
	} : {
		colour: i,
		dash: a
	};
}
function b(e, t) {
	let n = 0, r = e.time_s.length;
	for (; n < r;) {
		let i = n + r >> 1;
		(e.time_s[i] ?? 0) <= t ? n = i + 1 : r = i;
	}
	let i = e.value[n - 1];
	return i === void 0 || !Number.isFinite(i) ? null : i;
}
function x(e, t) {
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
function S({ value: e }) {
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
function C(e) {
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
function w(e) {
	let t = Number(e.toPrecision(12)), n = String(t);
	return n.includes("e") && Math.abs(t) < 0x38d7ea4c68000 && Math.abs(t) >= 1e-9 ? t.toFixed(12).replace(/\.?0+$/, "") : n;
}
function T(e, t) {
	return e === 0 ? 0 : Number(e.toPrecision(t));
}
var E = [
	[1e9, "G"],
	[1e6, "M"],
	[1e3, "k"],
	[1, ""]
];
function D(e, t = "") {
	if (e == null || !Number.isFinite(e)) return "–";
	if (t === "s") return O(e);
	let n = Math.abs(e);
	if (t.endsWith("bit/s") || t === "bps") {
		let [t, r] = E.find(([e]) => n >= e) ?? [1, ""];
		return `${w(T(e / t, 4))} ${r}bit/s`;
	}
	let r = w(n >= 1e3 && Number.isInteger(e) ? e : T(e, 4));
	return t ? `${r} ${t}` : r;
}
function O(e, t = 5) {
	let n = Math.abs(e), [r, i] = n >= 1 || n === 0 ? [1, "s"] : n >= .001 ? [.001, "ms"] : n >= 1e-6 ? [1e-6, "µs"] : [1e-9, "ns"];
	return `${w(T(e / r, t))} ${i}`;
}
// src/plot/picture.ts
function k(e) {
	return /[",\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e;
}
function ee(e) {
	let t = ["run,quantity,target,unit,time_s,value"];
	for (let n of e) for (let { run: e, quantity: r, target: i, unit: a, points: o } of n.curves) {
		let s = [
			e,
			r,
			i,
			a
		].map(k).join(",");
		o.time_s.forEach((e, r) => {
			e >= n.from_s && e <= n.to_s && t.push(`${s},${e},${o.value[r]}`);
		});
	}
	return `${t.join("\n")}\n`;
}
function A(e, t, n) {
	let r = (t - e) / Math.max(n, 1);
	if (!(r > 0)) return [e];
	let i = 10 ** Math.floor(Math.log10(r)), a = ([
		1,
		2,
		5,
		10
	].find((e) => e * i >= r * (1 - 1e-9)) ?? 10) * i, o = [];
	for (let n = Math.ceil(e / a - 1e-9); n * a <= t + a * 1e-9; n += 1) o.push(T(n * a, 12));
	return o;
}
var j = {
	left: 70,
	right: 14,
	top: 24,
	bottom: 6
}, te = 190;
function ne(e) {
	return e.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
function re(e, t, n, r) {
	let i = [], a, o = e.stepped ? x(e.points, t) : e.points;
	return o.time_s.forEach((t, s) => {
		let c = o.value[s] ?? NaN;
		if (e.stepped && a !== void 0 && i.push(`L${ie(n(t))} ${ie(a)}`), !Number.isFinite(c)) return void (a = void 0);
		let l = r(c);
		i.push(`${a === void 0 ? "M" : "L"}${ie(n(t))} ${ie(l)}`), a = l;
	}), i.join("");
}
function ie(e) {
	return String(Math.round(e * 10) / 10);
}
function ae(e, t, n, r, i) {
	let a = n - j.right, o = t + te - j.bottom, s = (t) => j.left + (t - e.from_s) / (e.to_s - e.from_s) * (a - j.left), c = (n) => o - (n - e.low) / (e.high - e.low || 1) * (o - t - j.top), l = [`<text x="${j.left}" y="${t + 15}" font-weight="bold">${ne(e.title)}</text>`];
	for (let t of A(e.low, e.high, 5)) l.push(`<line x1="${j.left}" x2="${a}" y1="${ie(c(t))}" y2="${ie(c(t))}" stroke="${r.grid}"/>`), l.push(`<text x="${j.left - 6}" y="${ie(c(t) + 4)}" text-anchor="end">${w(t)}</text>`);
	l.push(`<clipPath id="${i}"><rect x="${j.left}" y="${t + j.top - 2}" width="${a - j.left}" height="${o - t - j.top + 4}"/></clipPath>`);
	for (let t of e.lines) l.push(`<line x1="${j.left}" x2="${a}" y1="${ie(c(t.value))}" y2="${ie(c(t.value))}" stroke="${t.colour}" stroke-dasharray="2 4" clip-path="url(#${i})"><title>${ne(t.name)}</title></line>`);
	for (let t of e.curves) {
		let n = t.dash.length ? ` stroke-dasharray="${t.dash.join(" ")}"` : "";
		l.push(`<path d="${re(t, e.to_s, s, c)}" fill="none" stroke="${t.colour}" stroke-width="1.4"${n} clip-path="url(#${i})"><title>${ne(`${t.run}: ${t.quantity} of ${t.target}`)}</title></path>`);
	}
	return l.join("\n");
}
function M(e, t, n) {
	let r = /* @__PURE__ */ new Map();
	for (let t of e.flatMap((e) => e.curves)) r.set(`${t.run}: ${t.quantity} of ${t.target}`, t);
	let i = [...r].map(([e, r], i) => {
		let a = t + 14 + i * 16, o = r.dash.length ? ` stroke-dasharray="${r.dash.join(" ")}"` : "";
		return `<line x1="${j.left}" x2="${j.left + 28}" y1="${a - 4}" y2="${a - 4}" stroke="${r.colour}" stroke-width="2"${o}/><text x="${j.left + 34}" y="${a}" fill="${n}">${ne(e)}</text>`;
	});
	return {
		svg: i.join("\n"),
		height: i.length * 16 + 20
	};
}
function N(e, t, n = 900, r = {
	text: "#333333",
	grid: "#dddddd",
	back: "#ffffff"
}) {
	let i = 30 + e.length * te, a = M(e, i + 40, r.text), o = e[0], s = n - j.right, c = o ? A(o.from_s, o.to_s, 8).map((e) => `<text x="${ie(j.left + (e - o.from_s) / (o.to_s - o.from_s) * (s - j.left))}" y="${i + 14}" text-anchor="middle">${w(e)}</text>`) : [], l = i + 40 + a.height;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n} ${l}" width="${n}" height="${l}" font-family="sans-serif" font-size="12" fill="${r.text}">`,
		`<rect width="100%" height="100%" fill="${r.back}"/>`,
		`<text x="${j.left}" y="20" font-size="14">${ne(t)}</text>`,
		...e.map((e, t) => ae(e, 30 + t * te, n, r, `clip${t}`)),
		...c,
		`<text x="${(j.left + s) / 2}" y="${i + 32}" text-anchor="middle">time, s</text>`,
		a.svg,
		"</svg>\n"
	].join("\n");
}
// node_modules/uplot/dist/uPlot.esm.js
var P = !0, oe = "uplot", se = "u-hz", ce = "u-vt", le = "u-title", ue = "u-wrap", de = "u-under", fe = "u-over", pe = "u-axis", me = "u-off", he = "u-select", ge = "u-cursor-x", _e = "u-cursor-y", ve = "u-cursor-pt", ye = "u-legend", be = "u-live", xe = "u-inline", Se = "u-series", Ce = "u-marker", we = "u-label", Te = "u-value", Ee = "width", De = "height", Oe = "top", ke = "bottom", Ae = "left", je = "right", Me = "#000", Ne = "#0000", Pe = "mousemove", Fe = "mousedown", Ie = "mouseup", Le = "mouseenter", Re = "mouseleave", ze = "dblclick", Be = "resize", Ve = "scroll", He = "change", Ue = "dppxchange", We = "--", Ge = typeof window < "u", Ke = Ge ? document : null, qe = Ge ? window : null, Je = Ge ? navigator : null, F, Ye;
function Xe() {
	let e = devicePixelRatio;
	F != e && (F = e, Ye && ut(He, Ye, Xe), Ye = matchMedia(`(min-resolution: ${F - .001}dppx) and (max-resolution: ${F + .001}dppx)`), lt(He, Ye, Xe), qe.dispatchEvent(new CustomEvent(Ue)));
}
function Ze(e, t) {
	if (t != null) {
		let n = e.classList;
		!n.contains(t) && n.add(t);
	}
}
function Qe(e, t) {
	let n = e.classList;
	n.contains(t) && n.remove(t);
}
function I(e, t, n) {
	e.style[t] = n + "px";
}
function $e(e, t, n, r) {
	let i = Ke.createElement(e);
	return t != null && Ze(i, t), n?.insertBefore(i, r), i;
}
function et(e, t) {
	return $e("div", e, t);
}
var tt = /* @__PURE__ */ new WeakMap();
function nt(e, t, n, r, i) {
	let a = "translate(" + t + "px," + n + "px)";
	a != tt.get(e) && (e.style.transform = a, tt.set(e, a), t < 0 || n < 0 || t > r || n > i ? Ze(e, me) : Qe(e, me));
}
var rt = /* @__PURE__ */ new WeakMap();
function it(e, t, n) {
	let r = t + n;
	r != rt.get(e) && (rt.set(e, r), e.style.background = t, e.style.borderColor = n);
}
var at = /* @__PURE__ */ new WeakMap();
function ot(e, t, n, r) {
	let i = t + "" + n;
	i != at.get(e) && (at.set(e, i), e.style.height = n + "px", e.style.width = t + "px", e.style.marginLeft = r ? -t / 2 + "px" : 0, e.style.marginTop = r ? -n / 2 + "px" : 0);
}
var st = { passive: !0 }, ct = {
	...st,
	capture: !0
};
function lt(e, t, n, r) {
	t.addEventListener(e, n, r ? ct : st);
}
function ut(e, t, n, r) {
	t.removeEventListener(e, n, st);
}
Ge && Xe();
function dt(e, t, n, r) {
	let i;
	n ||= 0, r ||= t.length - 1;
	let a = r <= 2147483647;
	for (; r - n > 1;) i = a ? n + r >> 1 : kt((n + r) / 2), t[i] < e ? n = i : r = i;
	return e - t[n] <= t[r] - e ? n : r;
}
function ft(e) {
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
var pt = (e) => e != null, mt = (e) => e != null && e > 0, ht = ft(pt), gt = ft(mt);
function _t(e, t, n, r = 0, i = !1) {
	let a = i ? gt : ht, o = i ? mt : pt;
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
	return [s ?? V, c ?? -V];
}
function vt(e, t, n, r) {
	let i = Ft(e), a = Ft(t);
	e == t && (i == -1 ? (e *= n, t /= n) : (e /= n, t *= n));
	let o = n == 10 ? It : Lt, s = i == 1 ? kt : jt, c = a == 1 ? jt : kt, l = s(o(B(e))), u = c(o(B(t))), d = Pt(n, l), f = Pt(n, u);
	return n == 10 && (l < 0 && (d = U(d, -l)), u < 0 && (f = U(f, -u))), r || n == 2 ? (e = d * i, t = f * a) : (e = $t(e, d), t = Qt(t, f)), [e, t];
}
function yt(e, t, n, r) {
	let i = vt(e, t, n, r);
	return e == 0 && (i[0] = 0), t == 0 && (i[1] = 0), i;
}
var bt = .1, xt = {
	mode: 3,
	pad: bt
}, St = {
	pad: 0,
	soft: null,
	mode: 0
}, L = {
	min: St,
	max: St
};
function Ct(e, t, n, r) {
	return dn(n) ? z(e, t, n) : (St.pad = n, St.soft = r ? 0 : null, St.mode = r ? 3 : 0, z(e, t, L));
}
function R(e, t) {
	return e ?? t;
}
function wt(e, t, n) {
	for (t = R(t, 0), n = R(n, e.length - 1); t <= n;) {
		if (e[t] != null) return !0;
		t++;
	}
	return !1;
}
function z(e, t, n) {
	let r = n.min, i = n.max, a = R(r.pad, 0), o = R(i.pad, 0), s = R(r.hard, -V), c = R(i.hard, V), l = R(r.soft, V), u = R(i.soft, -V), d = R(r.mode, 0), f = R(i.mode, 0), p = t - e, m = It(p), h = Nt(B(e), B(t)), g = B(It(h) - m);
	(p < 1e-24 || g > 10) && (p = 0, (e == 0 || t == 0) && (p = 1e-24, d == 2 && l != V && (a = 0), f == 2 && u != -V && (o = 0)));
	let _ = p || h || 1e3, v = Pt(10, kt(It(_))), y = U($t(e - _ * (p == 0 ? e == 0 ? .1 : 1 : a), v / 10), 24), b = e >= l && (d == 1 || d == 3 && y <= l || d == 2 && y >= l) ? l : V, x = Nt(s, y < b && e >= b ? b : Mt(b, y)), S = U(Qt(t + _ * (p == 0 ? t == 0 ? .1 : 1 : o), v / 10), 24), C = t <= u && (f == 1 || f == 3 && S >= u || f == 2 && S <= u) ? u : -V, w = Mt(c, S > C && t <= C ? C : Nt(C, S));
	return x == w && x == 0 && (w = 100), [x, w];
}
var Tt = new Intl.NumberFormat(Ge ? Je.language : "en-US"), Et = (e) => Tt.format(e), Dt = Math, Ot = Dt.PI, B = Dt.abs, kt = Dt.floor, At = Dt.round, jt = Dt.ceil, Mt = Dt.min, Nt = Dt.max, Pt = Dt.pow, Ft = Dt.sign, It = Dt.log10, Lt = Dt.log2, Rt = (e, t = 1) => Dt.sinh(e) * t, zt = (e, t = 1) => Dt.asinh(e / t), V = Infinity;
function Bt(e) {
	return (It((e ^ e >> 31) - (e >> 31)) | 0) + 1;
}
function Vt(e, t, n) {
	return Mt(Nt(e, t), n);
}
function Ht(e) {
	return typeof e == "function";
}
function H(e) {
	return Ht(e) ? e : () => e;
}
var Ut = () => {}, Wt = (e) => e, Gt = (e, t) => t, Kt = (e) => null, qt = (e) => !0, Jt = (e, t) => e == t, Yt = /\.\d*?(?=9{6,}|0{6,})/gm, Xt = (e) => {
	if (cn(e) || en.has(e)) return e;
	let t = `${e}`, n = t.match(Yt);
	if (n == null) return e;
	let r = n[0].length - 1;
	if (t.indexOf("e-") != -1) {
		let [e, n] = t.split("e");
		return +`${Xt(e)}e${n}`;
	}
	return U(e, r);
};
function Zt(e, t) {
	return Xt(U(Xt(e / t)) * t);
}
function Qt(e, t) {
	return Xt(jt(Xt(e / t)) * t);
}
function $t(e, t) {
	return Xt(kt(Xt(e / t)) * t);
}
function U(e, t = 0) {
	if (cn(e)) return e;
	let n = 10 ** t;
	return At(e * n * (1 + 2 ** -52)) / n;
}
var en = /* @__PURE__ */ new Map();
function tn(e) {
	return (("" + e).split(".")[1] || "").length;
}
function nn(e, t, n, r) {
	let i = [], a = r.map(tn);
	for (let o = t; o < n; o++) {
		let t = B(o), n = U(Pt(e, o), t);
		for (let s = 0; s < r.length; s++) {
			let c = e == 10 ? +`${r[s]}e${o}` : r[s] * n, l = (o >= 0 ? 0 : t) + (o >= a[s] ? 0 : a[s]), u = e == 10 ? c : U(c, l);
			i.push(u), en.set(u, l);
		}
	}
	return i;
}
var rn = {}, an = [], on = [null, null], sn = Array.isArray, cn = Number.isInteger, ln = (e) => e === void 0;
function un(e) {
	return typeof e == "string";
}
function dn(e) {
	let t = !1;
	if (e != null) {
		let n = e.constructor;
		t = n == null || n == Object;
	}
	return t;
}
function fn(e) {
	return typeof e == "object" && !!e;
}
var pn = Object.getPrototypeOf(Uint8Array), mn = "__proto__";
function hn(e, t = dn) {
	let n;
	if (sn(e)) {
		let r = e.find((e) => e != null);
		if (sn(r) || t(r)) {
			n = Array(e.length);
			for (let r = 0; r < e.length; r++) n[r] = hn(e[r], t);
		} else n = e.slice();
	} else if (e instanceof pn) n = e.slice();
	else if (t(e)) {
		n = {};
		for (let r in e) r != mn && (n[r] = hn(e[r], t));
	} else n = e;
	return n;
}
function W(e) {
	let t = arguments;
	for (let n = 1; n < t.length; n++) {
		let r = t[n];
		for (let t in r) t != mn && (dn(e[t]) ? W(e[t], hn(r[t])) : e[t] = hn(r[t]));
	}
	return e;
}
var gn = 0, _n = 1, vn = 2;
function yn(e, t, n) {
	for (let r = 0, i, a = -1; r < t.length; r++) {
		let o = t[r];
		if (o > a) {
			for (i = o - 1; i >= 0 && e[i] == null;) e[i--] = null;
			for (i = o + 1; i < n && e[i] == null;) e[a = i++] = null;
		}
	}
}
function bn(e, t) {
	if (Cn(e)) {
		let t = e[0].slice();
		for (let n = 1; n < e.length; n++) t.push(...e[n].slice(1));
		return wn(t[0]) || (t = Sn(t)), t;
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
			let c = o[e], l = Array(i).fill(void 0), u = t ? t[n][e] : _n, d = [];
			for (let e = 0; e < c.length; e++) {
				let t = c[e], n = a.get(s[e]);
				t === null ? u != gn && (l[n] = t, u == vn && d.push(n)) : l[n] = t;
			}
			yn(l, d, i), r.push(l);
		}
	}
	return r;
}
var xn = typeof queueMicrotask > "u" ? (e) => Promise.resolve().then(e) : queueMicrotask;
function Sn(e) {
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
function Cn(e) {
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
function wn(e, t = 100) {
	let n = e.length;
	if (n <= 1) return !0;
	let r = 0, i = n - 1;
	for (; r <= i && e[r] == null;) r++;
	for (; i >= r && e[i] == null;) i--;
	if (i <= r) return !0;
	let a = Nt(1, kt((i - r + 1) / t));
	for (let t = e[r], n = r + a; n <= i; n += a) {
		let r = e[n];
		if (r != null) {
			if (r <= t) return !1;
			t = r;
		}
	}
	return !0;
}
var Tn = [
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
], En = [
	"Sunday",
	"Monday",
	"Tuesday",
	"Wednesday",
	"Thursday",
	"Friday",
	"Saturday"
];
function Dn(e) {
	return e.slice(0, 3);
}
var On = En.map(Dn), kn = {
	MMMM: Tn,
	MMM: Tn.map(Dn),
	WWWW: En,
	WWW: On
};
function An(e) {
	return (e < 10 ? "0" : "") + e;
}
function jn(e) {
	return (e < 10 ? "00" : e < 100 ? "0" : "") + e;
}
var Mn = {
	YYYY: (e) => e.getFullYear(),
	YY: (e) => (e.getFullYear() + "").slice(2),
	MMMM: (e, t) => t.MMMM[e.getMonth()],
	MMM: (e, t) => t.MMM[e.getMonth()],
	MM: (e) => An(e.getMonth() + 1),
	M: (e) => e.getMonth() + 1,
	DD: (e) => An(e.getDate()),
	D: (e) => e.getDate(),
	WWWW: (e, t) => t.WWWW[e.getDay()],
	WWW: (e, t) => t.WWW[e.getDay()],
	HH: (e) => An(e.getHours()),
	H: (e) => e.getHours(),
	h: (e) => {
		let t = e.getHours();
		return t == 0 ? 12 : t > 12 ? t - 12 : t;
	},
	AA: (e) => e.getHours() >= 12 ? "PM" : "AM",
	aa: (e) => e.getHours() >= 12 ? "pm" : "am",
	a: (e) => e.getHours() >= 12 ? "p" : "a",
	mm: (e) => An(e.getMinutes()),
	m: (e) => e.getMinutes(),
	ss: (e) => An(e.getSeconds()),
	s: (e) => e.getSeconds(),
	fff: (e) => jn(e.getMilliseconds())
};
function Nn(e, t) {
	t ||= kn;
	let n = [], r = /\{([a-z]+)\}|[^{]+/gi, i;
	for (; i = r.exec(e);) n.push(i[0][0] == "{" ? Mn[i[1]] : i[0]);
	return (e) => {
		let r = "";
		for (let i = 0; i < n.length; i++) r += typeof n[i] == "string" ? n[i] : n[i](e, t);
		return r;
	};
}
var Pn = new Intl.DateTimeFormat().resolvedOptions().timeZone;
function Fn(e, t) {
	let n;
	return t == "UTC" || t == "Etc/UTC" ? n = /* @__PURE__ */ new Date(+e + e.getTimezoneOffset() * 6e4) : t == Pn ? n = e : (n = new Date(e.toLocaleString("en-US", { timeZone: t })), n.setMilliseconds(e.getMilliseconds())), n;
}
var In = (e) => e % 1 == 0, Ln = [
	1,
	2,
	2.5,
	5
], Rn = nn(10, -32, 0, Ln), zn = nn(10, 0, 32, Ln), Bn = zn.filter(In), Vn = Rn.concat(zn), G = "\n", K = "{YYYY}", q = G + K, Hn = "{M}/{D}", Un = G + Hn, Wn = Un + "/{YY}", Gn = "{aa}", Kn = "{h}:{mm}" + Gn, qn = G + Kn, Jn = ":{ss}", J = null;
function Yn(e) {
	let t = e * 1e3, n = t * 60, r = n * 60, i = r * 24, a = i * 30, o = i * 365, s = (e == 1 ? nn(10, 0, 3, Ln).filter(In) : nn(10, -3, 0, Ln)).concat([
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
			K,
			J,
			J,
			J,
			J,
			J,
			J,
			1
		],
		[
			i * 28,
			"{MMM}",
			q,
			J,
			J,
			J,
			J,
			J,
			1
		],
		[
			i,
			Hn,
			q,
			J,
			J,
			J,
			J,
			J,
			1
		],
		[
			r,
			"{h}" + Gn,
			Wn,
			J,
			Un,
			J,
			J,
			J,
			1
		],
		[
			n,
			Kn,
			Wn,
			J,
			Un,
			J,
			J,
			J,
			1
		],
		[
			t,
			Jn,
			Wn + " " + Kn,
			J,
			Un + " " + Kn,
			J,
			qn,
			J,
			1
		],
		[
			e,
			Jn + ".{fff}",
			Wn + " " + Kn,
			J,
			Un + " " + Kn,
			J,
			qn,
			J,
			1
		]
	];
	function l(t) {
		return (s, c, l, u, d, f) => {
			let p = [], m = d >= o, h = d >= a && d < o, g = t(l), _ = U(g * e, 3), v = ar(g.getFullYear(), m ? 0 : g.getMonth(), h || m ? 1 : g.getDate()), y = U(v * e, 3);
			if (h || m) {
				let n = h ? d / a : 0, r = m ? d / o : 0, i = _ == y ? _ : U(ar(v.getFullYear() + r, v.getMonth() + n, 1) * e, 3), s = new Date(At(i / e)), c = s.getFullYear(), l = s.getMonth();
				for (let a = 0; i <= u; a++) {
					let o = ar(c + r * a, l + n * a, 1), s = o - t(U(o * e, 3));
					i = U((+o + s) * e, 3), i <= u && p.push(i);
				}
			} else {
				let a = d >= i ? i : d, o = y + (kt(l) - kt(_)) + Qt(_ - y, a);
				p.push(o);
				let m = t(o), h = m.getHours() + m.getMinutes() / n + m.getSeconds() / r, g = d / r, v = f / s.axes[c]._space;
				for (; o = U(o + d, e == 1 ? 0 : 3), !(o > u);) if (g > 1) {
					let e = kt(U(h + g, 6)) % 24, n = t(o).getHours() - e;
					n > 1 && (n = -1), o -= n * r, h = (h + g) % 24;
					let i = p[p.length - 1];
					U((o - i) / d, 3) * v >= .7 && p.push(o);
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
var [Xn, Zn, Qn] = Yn(1), [$n, er, tr] = Yn(.001);
nn(2, -53, 53, [1]);
function nr(e, t) {
	return e.map((e) => e.map((n, r) => r == 0 || r == 8 || n == null ? n : t(r == 1 || e[8] == 0 ? n : e[1] + n)));
}
function rr(e, t) {
	return (n, r, i, a, o) => {
		let s = t.find((e) => o >= e[0]) || t[t.length - 1], c, l, u, d, f, p;
		return r.map((t) => {
			let n = e(t), r = n.getFullYear(), i = n.getMonth(), a = n.getDate(), o = n.getHours(), m = n.getMinutes(), h = n.getSeconds(), g = r != c && s[2] || i != l && s[3] || a != u && s[4] || o != d && s[5] || m != f && s[6] || h != p && s[7] || s[1];
			return c = r, l = i, u = a, d = o, f = m, p = h, g(n);
		});
	};
}
function ir(e, t) {
	let n = Nn(t);
	return (t, r, i, a, o) => r.map((t) => n(e(t)));
}
function ar(e, t, n) {
	return new Date(e, t, n);
}
function or(e, t) {
	return t(e);
}
var sr = "{YYYY}-{MM}-{DD} {h}:{mm}{aa}";
function cr(e, t) {
	return (n, r, i, a) => a == null ? We : t(e(r));
}
function lr(e, t) {
	let n = e.series[t];
	return n.width ? n.stroke(e, t) : n.points.width ? n.points.stroke(e, t) : null;
}
function ur(e, t) {
	return e.series[t].fill(e, t);
}
var dr = {
	show: !0,
	live: !0,
	isolate: !1,
	mount: Ut,
	markers: {
		show: !0,
		width: 2,
		stroke: lr,
		fill: ur,
		dash: "solid"
	},
	idx: null,
	idxs: null,
	values: []
};
function fr(e, t) {
	let n = e.cursor.points, r = et(), i = n.size(e, t);
	I(r, Ee, i), I(r, De, i);
	let a = i / -2;
	I(r, "marginLeft", a), I(r, "marginTop", a);
	let o = n.width(e, t, i);
	return o && I(r, "borderWidth", o), r;
}
function pr(e, t) {
	let n = e.series[t].points;
	return n._fill || n._stroke;
}
function mr(e, t) {
	let n = e.series[t].points;
	return n._stroke || n._fill;
}
function hr(e, t) {
	return e.series[t].points.size;
}
var gr = [0, 0];
function _r(e, t, n) {
	return gr[0] = t, gr[1] = n, gr;
}
function vr(e, t, n, r = !0) {
	return (e) => {
		e.button != 0 || r && e.target != t || n(e);
	};
}
function yr(e, t, n, r = !0) {
	return (e) => {
		r && e.target != t || n(e);
	};
}
var br = {
	show: !0,
	x: !0,
	y: !0,
	lock: !1,
	move: _r,
	points: {
		one: !1,
		show: fr,
		size: hr,
		width: 0,
		stroke: mr,
		fill: pr
	},
	bind: {
		mousedown: vr,
		mouseup: vr,
		click: vr,
		dblclick: vr,
		mousemove: yr,
		mouseleave: yr,
		mouseenter: yr
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
}, xr = {
	show: !0,
	stroke: "rgba(0,0,0,0.07)",
	width: 2
}, Sr = W({}, xr, { filter: Gt }), Cr = W({}, Sr, { size: 10 }), wr = W({}, xr, { show: !1 }), Tr = "12px system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, \"Noto Sans\", sans-serif, \"Apple Color Emoji\", \"Segoe UI Emoji\", \"Segoe UI Symbol\", \"Noto Color Emoji\"", Er = "bold " + Tr, Dr = 1.5, Or = {
	show: !0,
	scale: "x",
	stroke: Me,
	space: 50,
	gap: 5,
	alignTo: 1,
	size: 50,
	labelGap: 0,
	labelSize: 30,
	labelFont: Er,
	side: 2,
	grid: Sr,
	ticks: Cr,
	border: wr,
	font: Tr,
	lineGap: Dr,
	rotate: 0
}, kr = "Value", Ar = "Time", jr = {
	show: !0,
	scale: "x",
	auto: !1,
	sorted: 1,
	min: V,
	max: -Infinity,
	idxs: []
};
function Mr(e, t, n, r, i) {
	return t.map((e) => e == null ? "" : Et(e));
}
function Nr(e, t, n, r, i, a, o) {
	let s = [], c = en.get(i) || 0;
	n = o ? n : U(Qt(n, i), c);
	for (let e = n; e <= r; e = U(e + i, c)) s.push(Object.is(e, -0) ? 0 : e);
	return s;
}
function Pr(e, t, n, r, i, a, o) {
	let s = [], c = e.scales[e.axes[t].scale].log;
	i = Pt(c, kt((c == 10 ? It : Lt)(n))), c == 10 && (i = Vn[dt(i, Vn)]);
	let l = n, u = i * c;
	c == 10 && (u = Vn[dt(u, Vn)]);
	do
		s.push(l), l += i, c == 10 && !en.has(l) && (l = U(l, en.get(i))), l >= u && (i = l, u = i * c, c == 10 && (u = Vn[dt(u, Vn)]));
	while (l <= r);
	return s;
}
function Fr(e, t, n, r, i, a, o) {
	let s = e.scales[e.axes[t].scale].asinh, c = r > s ? Pr(e, t, Nt(s, n), r, i) : [s], l = r >= 0 && n <= 0 ? [0] : [];
	return (n < -s ? Pr(e, t, Nt(s, -r), -n, i) : [s]).reverse().map((e) => -e).concat(l, c);
}
var Ir = /./, Lr = /[12357]/, Rr = /[125]/, zr = /1/, Br = (e, t, n, r) => e.map((e, i) => t == 4 && e == 0 || i % r == 0 && n.test(e.toExponential()[+(e < 0)]) ? e : null);
function Vr(e, t, n, r, i) {
	let a = e.axes[n], o = a.scale, s = e.scales[o], c = e.valToPos, l = a._space, u = c(10, o), d = c(9, o) - u >= l ? Ir : c(7, o) - u >= l ? Lr : c(5, o) - u >= l ? Rr : zr;
	if (d == zr) {
		let e = B(c(1, o) - u);
		if (e < l) return Br(t.slice().reverse(), s.distr, d, jt(l / e)).reverse();
	}
	return Br(t, s.distr, d, 1);
}
function Hr(e, t, n, r, i) {
	let a = e.axes[n], o = a.scale, s = a._space, c = e.valToPos, l = B(c(1, o) - c(2, o));
	return l < s ? Br(t.slice().reverse(), 3, Ir, jt(s / l)).reverse() : t;
}
function Ur(e, t, n, r) {
	return r == null ? We : t == null ? "" : Et(t);
}
var Wr = {
	show: !0,
	scale: "y",
	stroke: Me,
	space: 30,
	gap: 5,
	alignTo: 1,
	size: 50,
	labelGap: 0,
	labelSize: 30,
	labelFont: Er,
	side: 3,
	grid: Sr,
	ticks: Cr,
	border: wr,
	font: Tr,
	lineGap: Dr,
	rotate: 0
};
function Gr(e, t) {
	return U((3 + (e || 1) * 2) * t, 3);
}
function Kr(e, t) {
	let { scale: n, idxs: r } = e.series[0], i = e._data[0], a = e.valToPos(i[r[0]], n, !0), o = B(e.valToPos(i[r[1]], n, !0) - a) / (e.series[t].points.space * F);
	return r[1] - r[0] <= o;
}
var qr = {
	scale: null,
	auto: !0,
	sorted: 0,
	min: V,
	max: -Infinity
}, Jr = (e, t, n, r, i) => i, Yr = {
	show: !0,
	auto: !0,
	sorted: 0,
	gaps: Jr,
	alpha: 1,
	facets: [W({}, qr, { scale: "x" }), W({}, qr, { scale: "y" })]
}, Xr = {
	scale: "y",
	auto: !0,
	sorted: 0,
	show: !0,
	spanGaps: !1,
	gaps: Jr,
	alpha: 1,
	points: {
		show: Kr,
		filter: null
	},
	values: null,
	min: V,
	max: -Infinity,
	idxs: [],
	path: null,
	clip: null
};
function Zr(e, t, n, r, i) {
	return n / 10;
}
var Qr = {
	time: P,
	auto: !0,
	distr: 1,
	log: 10,
	asinh: 1,
	min: null,
	max: null,
	dir: 1,
	ori: 0
}, $r = W({}, Qr, {
	time: !1,
	ori: 1
}), ei = {};
function ti(e, t) {
	let n = ei[e];
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
	}, e != null && (ei[e] = n)), n;
}
var ni = 1, ri = 2;
function ii(e, t, n) {
	let r = e.mode, i = e.series[t], a = r == 2 ? e._data[t] : e._data, o = e.scales, s = e.bbox, c = a[0], l = r == 2 ? a[1] : a[t], u = r == 2 ? o[i.facets[0].scale] : o[e.series[0].scale], d = r == 2 ? o[i.facets[1].scale] : o[i.scale], f = s.left, p = s.top, m = s.width, h = s.height, g = e.valToPosH, _ = e.valToPosV;
	return u.ori == 0 ? n(i, c, l, u, d, g, _, f, p, m, h, pi, hi, _i, yi, xi) : n(i, c, l, u, d, _, g, p, f, h, m, mi, gi, vi, bi, Y);
}
function ai(e, t) {
	let n = 0, r = 0, i = R(e.bands, an);
	for (let e = 0; e < i.length; e++) {
		let a = i[e];
		a.series[0] == t ? n = a.dir : a.series[1] == t && (a.dir == 1 ? r |= 1 : r |= 2);
	}
	return [n, r == 1 ? -1 : r == 2 ? 1 : r == 3 ? 2 : 0];
}
function oi(e, t, n, r, i) {
	let a = e.mode, o = e.series[t], s = a == 2 ? o.facets[1].scale : o.scale, c = e.scales[s];
	return i == -1 ? c.min : i == 1 ? c.max : c.distr == 3 ? c.dir == 1 ? c.min : c.max : 0;
}
function si(e, t, n, r, i, a) {
	return ii(e, t, (e, t, o, s, c, l, u, d, f, p, m) => {
		let h = e.pxRound, g = s.dir * (s.ori == 0 ? 1 : -1), _ = s.ori == 0 ? hi : gi, v, y;
		g == 1 ? (v = n, y = r) : (v = r, y = n);
		let b = h(l(t[v], s, p, d)), x = h(u(o[v], c, m, f)), S = h(l(t[y], s, p, d)), C = h(u(a == 1 ? c.max : c.min, c, m, f)), w = new Path2D(i);
		return _(w, S, C), _(w, b, C), _(w, b, x), w;
	});
}
function ci(e, t, n, r, i, a) {
	let o = null;
	if (e.length > 0) {
		o = new Path2D();
		let s = t == 0 ? _i : vi, c = n;
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
function li(e, t, n) {
	let r = e[e.length - 1];
	r && r[0] == t ? r[1] = n : e.push([t, n]);
}
function ui(e, t, n, r, i, a, o) {
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
function di(e) {
	return e == 0 ? Wt : e == 1 ? At : (t) => Zt(t, e);
}
function fi(e) {
	let t = e == 0 ? pi : mi, n = e == 0 ? (e, t, n, r, i, a) => {
		e.arcTo(t, n, r, i, a);
	} : (e, t, n, r, i, a) => {
		e.arcTo(n, t, i, r, a);
	}, r = e == 0 ? (e, t, n, r, i) => {
		e.rect(t, n, r, i);
	} : (e, t, n, r, i) => {
		e.rect(n, t, i, r);
	};
	return (e, i, a, o, s, c = 0, l = 0) => {
		c == 0 && l == 0 ? r(e, i, a, o, s) : (c = Mt(c, o / 2, s / 2), l = Mt(l, o / 2, s / 2), t(e, i + c, a), n(e, i + o, a, i + o, a + s, c), n(e, i + o, a + s, i, a + s, l), n(e, i, a + s, i, a, l), n(e, i, a, i + o, a, c), e.closePath());
	};
}
var pi = (e, t, n) => {
	e.moveTo(t, n);
}, mi = (e, t, n) => {
	e.moveTo(n, t);
}, hi = (e, t, n) => {
	e.lineTo(t, n);
}, gi = (e, t, n) => {
	e.lineTo(n, t);
}, _i = fi(0), vi = fi(1), yi = (e, t, n, r, i, a) => {
	e.arc(t, n, r, i, a);
}, bi = (e, t, n, r, i, a) => {
	e.arc(n, t, r, i, a);
}, xi = (e, t, n, r, i, a, o) => {
	e.bezierCurveTo(t, n, r, i, a, o);
}, Y = (e, t, n, r, i, a, o) => {
	e.bezierCurveTo(n, t, i, r, o, a);
};
function X(e) {
	return (e, t, n, r, i) => ii(e, t, (t, a, o, s, c, l, u, d, f, p, m) => {
		let { pxRound: h, points: g } = t, _, v;
		s.ori == 0 ? (_ = pi, v = yi) : (_ = mi, v = bi);
		let y = U(g.width * F, 3), b = (g.size - g.width) / 2 * F, x = U(b * 2, 3), S = new Path2D(), C = new Path2D(), { left: w, top: T, width: E, height: D } = e.bbox;
		_i(C, w - x, T - x, E + x * 2, D + x * 2);
		let O = (e) => {
			if (o[e] != null) {
				let t = h(l(a[e], s, p, d)), n = h(u(o[e], c, m, f));
				_(S, t + b, n), v(S, t, n, b, 0, Ot * 2);
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
function Si(e) {
	return (t, n, r, i, a, o) => {
		r != i && (a != r && o != r && e(t, n, r), a != i && o != i && e(t, n, i), e(t, n, o));
	};
}
var Ci = Si(hi), wi = Si(gi);
function Z(e) {
	let t = R(e?.alignGaps, 0);
	return (e, n, r, i) => ii(e, n, (a, o, s, c, l, u, d, f, p, m, h) => {
		[r, i] = ht(s, r, i);
		let g = a.pxRound, _ = (e) => g(u(e, c, m, f)), v = (e) => g(d(e, l, h, p)), y, b;
		c.ori == 0 ? (y = hi, b = Ci) : (y = gi, b = wi);
		let x = c.dir * (c.ori == 0 ? 1 : -1), S = {
			stroke: new Path2D(),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: ni
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
		let [T, E] = ai(e, n);
		if (a.fill != null || T != 0) {
			let t = S.fill = new Path2D(C), s = v(a.fillTo(e, n, a.min, a.max, T)), c = _(o[r]), l = _(o[i]);
			x == -1 && ([l, c] = [c, l]), y(t, l, s), y(t, c, s);
		}
		if (!a.spanGaps) {
			let l = [];
			w && l.push(...ui(o, s, r, i, x, _, t)), S.gaps = l = a.gaps(e, n, r, i, l), S.clip = ci(l, c.ori, f, p, m, h);
		}
		return E != 0 && (S.band = E == 2 ? [si(e, n, r, i, C, -1), si(e, n, r, i, C, 1)] : si(e, n, r, i, C, E)), S;
	});
}
function Q(e) {
	let t = R(e.align, 1), n = R(e.ascDesc, !1), r = R(e.alignGaps, 0), i = R(e.extend, !1);
	return (e, a, o, s) => ii(e, a, (c, l, u, d, f, p, m, h, g, _, v) => {
		[o, s] = ht(u, o, s);
		let y = c.pxRound, { left: b, width: x } = e.bbox, S = (e) => y(p(e, d, _, h)), C = (e) => y(m(e, f, v, g)), w = d.ori == 0 ? hi : gi, T = {
			stroke: new Path2D(),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: ni
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
		let [te, ne] = ai(e, a);
		if (c.fill != null || te != 0) {
			let t = T.fill = new Path2D(E), n = C(c.fillTo(e, a, c.min, c.max, te));
			w(t, j, n), w(t, A, n);
		}
		if (!c.spanGaps) {
			let i = [];
			i.push(...ui(l, u, o, s, D, S, r));
			let f = c.width * F / 2, p = n || t == 1 ? f : -f, m = n || t == -1 ? -f : f;
			i.forEach((e) => {
				e[0] += p, e[1] += m;
			}), T.gaps = i = c.gaps(e, a, o, s, i), T.clip = ci(i, d.ori, h, g, _, v);
		}
		return ne != 0 && (T.band = ne == 2 ? [si(e, a, o, s, E, -1), si(e, a, o, s, E, 1)] : si(e, a, o, s, E, ne)), T;
	});
}
function Ti(e, t, n, r, i, a, o = V) {
	if (e.length > 1) {
		let s = null;
		for (let c = 0, l = Infinity; c < e.length; c++) if (t[c] !== void 0) {
			if (s != null) {
				let t = B(e[c] - e[s]);
				t < l && (l = t, o = B(n(e[c], r, i, a) - n(e[s], r, i, a)));
			}
			s = c;
		}
	}
	return o;
}
function Ei(e) {
	e ||= rn;
	let t = R(e.size, [
		.6,
		V,
		1
	]), n = e.align || 0, r = e.gap || 0, i = e.radius;
	i = i == null ? [0, 0] : typeof i == "number" ? [i, 0] : i;
	let a = H(i), o = 1 - t[0], s = R(t[1], V), c = R(t[2], 1), l = R(e.disp, rn), u = R(e.each, (e) => {}), { fill: d, stroke: f } = l;
	return (e, t, i, p) => ii(e, t, (m, h, g, _, v, y, b, x, S, C, w) => {
		let T = m.pxRound, E = n, D = r * F, O = s * F, k = c * F, ee, A;
		_.ori == 0 ? [ee, A] = a(e, t) : [A, ee] = a(e, t);
		let j = _.dir * (_.ori == 0 ? 1 : -1), te = _.ori == 0 ? _i : vi, ne = _.ori == 0 ? u : (e, t, n, r, i, a, o) => {
			u(e, t, n, i, r, o, a);
		}, re = R(e.bands, an).find((e) => e.series[0] == t), ie = re == null ? 0 : re.dir, ae = m.fillTo(e, t, m.min, m.max, ie), M = T(b(ae, v, w, S)), N, P, oe, se = C, ce = T(m.width * F), le = !1, ue = null, de = null, fe = null, pe = null;
		d != null && (ce == 0 || f != null) && (le = !0, ue = d.values(e, t, i, p), de = /* @__PURE__ */ new Map(), new Set(ue).forEach((e) => {
			e != null && de.set(e, new Path2D());
		}), ce > 0 && (fe = f.values(e, t, i, p), pe = /* @__PURE__ */ new Map(), new Set(fe).forEach((e) => {
			e != null && pe.set(e, new Path2D());
		})));
		let { x0: me, size: he } = l;
		if (me != null && he != null) {
			E = 1, h = me.values(e, t, i, p), me.unit == 2 && (h = h.map((t) => e.posToVal(x + t * C, _.key, !0)));
			let n = he.values(e, t, i, p);
			P = he.unit == 2 ? n[0] * C : y(n[0], _, C, x) - y(0, _, C, x), se = Ti(h, g, y, _, C, x, se), oe = se - P + D;
		} else se = Ti(h, g, y, _, C, x, se), oe = se * o + D, P = se - oe;
		oe < 1 && (oe = 0), ce >= P / 2 && (ce = 0), oe < 5 && (T = Wt);
		let ge = oe > 0, _e = se - oe - (ge ? ce : 0);
		P = T(Vt(_e, k, O)), N = (E == 0 ? P / 2 : E == j ? 0 : P) - E * j * ((E == 0 ? D / 2 : 0) + (ge ? ce / 2 : 0));
		let ve = {
			stroke: null,
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: 0
		}, ye = le ? null : new Path2D(), be = null;
		if (re != null) be = e.data[re.series[1]];
		else {
			let { y0: n, y1: r } = l;
			n != null && r != null && (g = r.values(e, t, i, p), be = n.values(e, t, i, p));
		}
		let xe = ee * P, Se = A * P;
		for (let n = j == 1 ? i : p; n >= i && n <= p; n += j) {
			let r = g[n];
			if (r == null) continue;
			if (be != null) {
				let e = be[n] ?? 0;
				if (r - e == 0) continue;
				M = b(e, v, w, S);
			}
			let i = y(_.distr != 2 || l != null ? h[n] : n, _, C, x), a = b(R(r, ae), v, w, S), o = T(i - N), s = T(Nt(a, M)), c = T(Mt(a, M)), u = s - c;
			if (r != null) {
				let i = r < 0 ? Se : xe, a = r < 0 ? xe : Se;
				le ? (ce > 0 && fe[n] != null && te(pe.get(fe[n]), o, c + kt(ce / 2), P, Nt(0, u - ce), i, a), ue[n] != null && te(de.get(ue[n]), o, c + kt(ce / 2), P, Nt(0, u - ce), i, a)) : te(ye, o, c + kt(ce / 2), P, Nt(0, u - ce), i, a), ne(e, t, n, o - ce / 2, c, P + ce, u);
			}
		}
		return ce > 0 ? ve.stroke = le ? pe : ye : le || (ve._fill = m.width == 0 ? m._fill : m._stroke ?? m._fill, ve.width = 0), ve.fill = le ? de : ye, ve;
	});
}
function Di(e, t) {
	let n = R(t?.alignGaps, 0);
	return (t, r, i, a) => ii(t, r, (o, s, c, l, u, d, f, p, m, h, g) => {
		[i, a] = ht(c, i, a);
		let _ = o.pxRound, v = (e) => _(d(e, l, h, p)), y = (e) => _(f(e, u, g, m)), b, x, S;
		l.ori == 0 ? (b = pi, S = hi, x = xi) : (b = mi, S = gi, x = Y);
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
			flags: ni
		}, k = O.stroke, [ee, A] = ai(t, r);
		if (o.fill != null || ee != 0) {
			let e = O.fill = new Path2D(k), n = y(o.fillTo(t, r, o.min, o.max, ee));
			S(e, T, n), S(e, w, n);
		}
		if (!o.spanGaps) {
			let e = [];
			e.push(...ui(s, c, i, a, C, v, n)), O.gaps = e = o.gaps(t, r, i, a, e), O.clip = ci(e, l.ori, p, m, h, g);
		}
		return A != 0 && (O.band = A == 2 ? [si(t, r, i, a, k, -1), si(t, r, i, a, k, 1)] : si(t, r, i, a, k, A)), O;
	});
}
function Oi(e) {
	return Di(ki, e);
}
function ki(e, t, n, r, i, a) {
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
var Ai = /* @__PURE__ */ new Set();
function ji() {
	for (let e of Ai) e.syncRect(!0);
}
Ge && (lt(Be, qe, ji), lt(Ve, qe, ji, !0), lt(Ue, qe, () => {
	qi.pxRatio = F;
}));
var Mi = Z(), Ni = X();
function Pi(e, t, n, r) {
	return (r ? [e[0], e[1]].concat(e.slice(2)) : [e[0]].concat(e.slice(1))).map((e, r) => Ii(e, r, t, n));
}
function Fi(e, t) {
	return e.map((e, n) => n == 0 ? {} : W({}, t, e));
}
function Ii(e, t, n, r) {
	return W({}, t == 0 ? n : r, e);
}
function Li(e, t, n) {
	return t == null ? on : [t, n];
}
var Ri = Li;
function zi(e, t, n) {
	return t == null ? on : Ct(t, n, bt, !0);
}
function Bi(e, t, n, r) {
	return t == null ? on : vt(t, n, e.scales[r].log, !1);
}
var Vi = Bi;
function Hi(e, t, n, r) {
	return t == null ? on : yt(t, n, e.scales[r].log, !1);
}
var Ui = Hi;
function Wi(e, t, n, r, i) {
	let a = Nt(Bt(e), Bt(t)), o = t - e, s = dt(i / r * o, n);
	do {
		let e = n[s], t = r * e / o;
		if (t >= i && a + (e < 5 ? en.get(e) : 0) <= 17) return [e, t];
	} while (++s < n.length);
	return [0, 0];
}
function Gi(e) {
	let t, n;
	return e = e.replace(/(\d+)px/, (e, r) => (t = At((n = +r) * F)) + "px"), [
		e,
		t,
		n
	];
}
function Ki(e) {
	e.show && [e.font, e.labelFont].forEach((e) => {
		let t = U(e[2] * F, 1);
		e[0] = e[0].replace(/[0-9.]+px/, t + "px"), e[1] = t;
	});
}
function qi(e, t, n) {
	let r = { mode: R(e.mode, 1) }, i = r.mode;
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
	let l = r.root = et(oe);
	if (e.id != null && (l.id = e.id), Ze(l, e.class), e.title) {
		let t = et(le, l);
		t.textContent = e.title;
	}
	let u = $e("canvas"), d = r.ctx = u.getContext("2d"), f = et(ue, l);
	lt("click", f, (e) => {
		e.target === m && (Y != vi || X != yi) && Ci.click(r, e);
	}, !0);
	let p = r.under = et(de, f);
	f.appendChild(u);
	let m = r.over = et(fe, f);
	e = hn(e);
	let h = +R(e.pxAlign, 1), g = di(h);
	(e.plugins || []).forEach((t) => {
		t.opts && (e = t.opts(r, e) || e);
	});
	let _ = e.ms || .001, v = r.series = i == 1 ? Pi(e.series || [], jr, Xr, !1) : Fi(e.series || [null], Yr), y = r.axes = Pi(e.axes || [], Or, Wr, !0), b = r.scales = {}, x = r.bands = e.bands || [];
	x.forEach((e) => {
		e.fill = H(e.fill || null), e.dir = R(e.dir, -1);
	});
	let S = i == 2 ? v[1].facets[0].scale : v[0].scale, C = {
		axes: Kr,
		series: Sr
	}, w = (e.drawOrder || ["axes", "series"]).map((e) => C[e]);
	function T(e) {
		let t = e.distr == 3 ? (t) => It(t > 0 ? t : e.clamp(r, t, e.min, e.max, e.key)) : e.distr == 4 ? (t) => zt(t, e.asinh) : e.distr == 100 ? (t) => e.fwd(t) : (e) => e;
		return (n) => {
			let r = t(n), { _min: i, _max: a } = e, o = a - i;
			return (r - i) / o;
		};
	}
	function E(t) {
		let n = b[t];
		if (n == null) {
			let r = (e.scales || rn)[t] || rn;
			if (r.from != null) {
				E(r.from);
				let e = W({}, b[r.from], r, { key: t });
				e.valToPct = T(e), b[t] = e;
			} else {
				n = b[t] = W({}, t == S ? Qr : $r, r), n.key = t;
				let e = n.time, a = n.range, o = sn(a);
				if ((t != S || i == 2 && !e) && (o && (a[0] == null || a[1] == null) && (a = {
					min: a[0] == null ? xt : {
						mode: 1,
						hard: a[0],
						soft: a[0]
					},
					max: a[1] == null ? xt : {
						mode: 1,
						hard: a[1],
						soft: a[1]
					}
				}, o = !1), !o && dn(a))) {
					let e = a;
					a = (t, n, r) => n == null ? on : Ct(n, r, e);
				}
				n.range = H(a || (e ? Ri : t == S ? n.distr == 3 ? Vi : n.distr == 4 ? Ui : Li : n.distr == 3 ? Bi : n.distr == 4 ? Hi : zi)), n.auto = H(!o && n.auto), n.clamp = H(n.clamp || Zr), n._min = n._max = null, n.valToPct = T(n);
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
	D.ori == 0 ? (Ze(l, se), k = a, ee = o) : (Ze(l, ce), k = o, ee = a);
	let A = {};
	for (let e in b) {
		let t = b[e];
		(t.min != null || t.max != null) && (A[e] = {
			min: t.min,
			max: t.max
		}, t.min = t.max = null);
	}
	let j = e.tzDate || ((e) => new Date(At(e / _))), te = e.fmtDate || Nn, ne = _ == 1 ? Qn(j) : tr(j), re = rr(j, nr(_ == 1 ? Zn : er, te)), ie = cr(j, or(sr, te)), ae = [], M = r.legend = W({}, dr, e.legend), N = r.cursor = W({}, br, { drag: { y: i == 2 } }, e.cursor), P = M.show, Me = N.show, Be = M.markers;
	M.idxs = ae, Be.width = H(Be.width), Be.dash = H(Be.dash), Be.stroke = H(Be.stroke), Be.fill = H(Be.fill);
	let Ve, He, Ge, Je = [], Ye = [], Xe, tt = !1, rt = {};
	if (M.live) {
		let e = v[1] ? v[1].values : null;
		tt = e != null, Xe = tt ? e(r, 1, 0) : { _: 0 };
		for (let e in Xe) rt[e] = We;
	}
	if (P) {
		if (Ve = $e("table", ye, l), Ge = $e("tbody", null, Ve), M.mount(r, Ve), tt) {
			He = $e("thead", null, Ve, Ge);
			let e = $e("tr", null, He);
			for (var at in $e("th", null, e), Xe) $e("th", we, e).textContent = at;
		} else Ze(Ve, xe), M.live && Ze(Ve, be);
	}
	let st = { show: !0 }, ct = { show: !1 };
	function ft(e, t) {
		if (t == 0 && (tt || !M.live || i == 2)) return on;
		let n = [], a = $e("tr", Se, Ge, Ge.childNodes[t]);
		Ze(a, e.class), e.show || Ze(a, me);
		let o = $e("th", null, a);
		if (Be.show) {
			let e = et(Ce, o);
			if (t > 0) {
				let n = Be.width(r, t);
				n && (e.style.border = n + "px " + Be.dash(r, t) + " " + Be.stroke(r, t)), e.style.background = Be.fill(r, t);
			}
		}
		let s = et(we, o);
		for (var c in e.label instanceof HTMLElement ? s.appendChild(e.label) : s.textContent = e.label, t > 0 && (Be.show || (s.style.color = e.width > 0 ? Be.stroke(r, t) : Be.fill(r, t)), mt("click", o, (t) => {
			if (N._lock) return;
			Sn(t);
			let n = v.indexOf(e);
			if ((t.ctrlKey || t.metaKey) != M.isolate) {
				let e = v.some((e, t) => t > 0 && t != n && e.show);
				v.forEach((t, r) => {
					r > 0 && ki(r, e ? r == n ? st : ct : st, !0, $.setSeries);
				});
			} else ki(n, { show: !e.show }, !0, $.setSeries);
		}, !1), Tn && mt(Le, o, (t) => {
			N._lock || (Sn(t), ki(v.indexOf(e), $i, !0, $.setSeries));
		}, !1)), Xe) {
			let e = $e("td", Te, a);
			e.textContent = "--", n.push(e);
		}
		return [a, n];
	}
	let pt = /* @__PURE__ */ new Map();
	function mt(e, t, n, i = !0) {
		let a = pt.get(t) || {}, o = N.bind[e](r, t, n, i);
		o && (lt(e, t, a[e] = o), pt.set(t, a));
	}
	function ht(e, t, n) {
		let r = pt.get(t) || {};
		for (let n in r) (e == null || n == e) && (ut(n, t, r[n]), delete r[n]);
		e ?? pt.delete(t);
	}
	let gt = 0, St = 0, L = 0, z = 0, Tt = 0, Et = 0, Dt = Tt, kt = Et, Ft = L, Lt = z, Bt = 0, Ut = 0, Wt = 0, Yt = 0;
	r.bbox = {};
	let Xt = !1, Qt = !1, $t = !1, nn = !1, cn = !1, pn = !1;
	function mn(e, t, n) {
		(n || e != r.width || t != r.height) && gn(e, t), qr(!1), $t = !0, Qt = !0, si();
	}
	function gn(e, t) {
		r.width = gt = L = e, r.height = St = z = t, Tt = Et = 0, yn(), bn();
		let n = r.bbox;
		Bt = n.left = Zt(Tt * F, .5), Ut = n.top = Zt(Et * F, .5), Wt = n.width = Zt(L * F, .5), Yt = n.height = Zt(z * F, .5);
	}
	function _n() {
		let e = !1, t = 0;
		for (; !e;) {
			t++;
			let n = zr(t), i = Br(t);
			e = t == 3 || n && i, e || (gn(r.width, r.height), Qt = !0);
		}
	}
	function vn({ width: e, height: t }) {
		mn(e, t);
	}
	r.setSize = vn;
	function yn() {
		let e = !1, t = !1, n = !1, r = !1;
		y.forEach((i, a) => {
			if (i.show && i._show) {
				let { side: a, _size: o } = i, s = a % 2, c = o + (i.label == null ? 0 : i.labelSize);
				c > 0 && (s ? (L -= c, a == 3 ? (Tt += c, r = !0) : n = !0) : (z -= c, a == 0 ? (Et += c, e = !0) : t = !0));
			}
		}), Fn[0] = e, Fn[1] = n, Fn[2] = t, Fn[3] = r, L -= zn[1] + zn[3], Tt += zn[3], z -= zn[2] + zn[0], Et += zn[0];
	}
	function bn() {
		let e = Tt + L, t = Et + z, n = Tt, r = Et;
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
		let r = e.prox = H(e.prox), i = e.bias ??= 0;
		N.dataIdx = (e, a, o, s) => {
			if (a == 0) return o;
			let c = o, l = r(e, a, o, s) ?? V, u = l >= 0 && l < V, d = D.ori == 0 ? L : z, f = N.left, p = t[0], m = t[a];
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
			} else u && B(f - k(p[o], D, d, 0)) > l && (c = null);
			return c;
		};
	}
	let Sn = (e) => {
		N.event = e;
	};
	N.idxs = ae, N._lock = !1;
	let Cn = N.points;
	Cn.show = H(Cn.show), Cn.size = H(Cn.size), Cn.stroke = H(Cn.stroke), Cn.width = H(Cn.width), Cn.fill = H(Cn.fill);
	let wn = r.focus = W({}, e.focus || { alpha: .3 }, N.focus), Tn = wn.prox >= 0, En = Tn && Cn.one, Dn = [], On = [], kn = [];
	function An(e, t) {
		let n = Cn.show(r, t);
		if (n instanceof HTMLElement) return Ze(n, ve), Ze(n, e.class), nt(n, -10, -10, L, z), m.insertBefore(n, Dn[t]), n;
	}
	function jn(e, t) {
		if (i == 1 || t > 0) {
			let t = i == 1 && b[e.scale].time, n = e.value;
			e.value = t ? un(n) ? cr(j, or(n, te)) : n || ie : n || Ur, e.label = e.label || (t ? Ar : kr);
		}
		if (En || t > 0) {
			e.width = e.width == null ? 1 : e.width, e.paths = e.paths || Mi || Kt, e.fillTo = H(e.fillTo || oi), e.pxAlign = +R(e.pxAlign, h), e.pxRound = di(e.pxAlign), e.stroke = H(e.stroke || null), e.fill = H(e.fill || null), e._stroke = e._fill = e._paths = e._focus = null;
			let t = Gr(Nt(1, e.width), 1), n = e.points = W({}, {
				size: t,
				width: Nt(1, t * .2),
				stroke: e.stroke,
				space: t * 2,
				paths: Ni,
				_stroke: null,
				_fill: null
			}, e.points);
			n.show = H(n.show), n.filter = H(n.filter), n.fill = H(n.fill), n.stroke = H(n.stroke), n.paths = H(n.paths), n.pxAlign = e.pxAlign;
		}
		if (P) {
			let n = ft(e, t);
			Je.splice(t, 0, n[0]), Ye.splice(t, 0, n[1]), M.values.push(null);
		}
		if (Me) {
			ae.splice(t, 0, null);
			let n = null;
			En ? t == 0 && (n = An(e, t)) : t > 0 && (n = An(e, t)), Dn.splice(t, 0, n), On.splice(t, 0, 0), kn.splice(t, 0, 0);
		}
		Oa("addSeries", t);
	}
	function Mn(e, t) {
		t ??= v.length, e = i == 1 ? Ii(e, t, jr, Xr) : Ii(e, t, {}, Yr), v.splice(t, 0, e), jn(v[t], t);
	}
	r.addSeries = Mn;
	function Pn(e) {
		if (v.splice(e, 1), P) {
			M.values.splice(e, 1), Ye.splice(e, 1);
			let t = Je.splice(e, 1)[0];
			ht(null, t.firstChild), t.remove();
		}
		Me && (ae.splice(e, 1), Dn.splice(e, 1)[0].remove(), On.splice(e, 1), kn.splice(e, 1)), Oa("delSeries", e);
	}
	r.delSeries = Pn;
	let Fn = [
		!1,
		!1,
		!1,
		!1
	];
	function In(e, t) {
		if (e._show = e.show, e.show) {
			let n = e.side % 2, i = b[e.scale];
			i ??= (e.scale = n ? v[1].scale : S, b[e.scale]);
			let a = i.time;
			e.size = H(e.size), e.space = H(e.space), e.rotate = H(e.rotate), sn(e.incrs) && e.incrs.forEach((e) => {
				!en.has(e) && en.set(e, tn(e));
			}), e.incrs = H(e.incrs || (i.distr == 2 ? Bn : a ? _ == 1 ? Xn : $n : Vn)), e.splits = H(e.splits || (a && i.distr == 1 ? ne : i.distr == 3 ? Pr : i.distr == 4 ? Fr : Nr)), e.stroke = H(e.stroke), e.grid.stroke = H(e.grid.stroke), e.ticks.stroke = H(e.ticks.stroke), e.border.stroke = H(e.border.stroke);
			let o = e.values;
			e.values = sn(o) && !sn(o[0]) ? H(o) : a ? sn(o) ? rr(j, nr(o, te)) : un(o) ? ir(j, o) : o || re : o || Mr, e.filter = H(e.filter || (i.distr >= 3 && i.log == 10 ? Vr : i.distr == 3 && i.log == 2 ? Hr : Gt)), e.font = Gi(e.font), e.labelFont = Gi(e.labelFont), e._size = e.size(r, null, t, 0), e._space = e._rotate = e._incrs = e._found = e._splits = e._values = null, e._size > 0 && (Fn[t] = !0, e._el = et(pe, f));
		}
	}
	function Ln(e, t, n, r) {
		let [i, a, o, s] = n, c = t % 2, l = 0;
		return c == 0 && (s || a) && (l = t == 0 && !i || t == 2 && !o ? At(Or.size / 3) : 0), c == 1 && (i || o) && (l = t == 1 && !a || t == 3 && !s ? At(Wr.size / 2) : 0), l;
	}
	let Rn = r.padding = (e.padding || [
		Ln,
		Ln,
		Ln,
		Ln
	]).map((e) => H(R(e, Ln))), zn = r._padding = Rn.map((e, t) => e(r, t, Fn, 0)), G, K = null, q = null, Hn = i == 1 ? v[0].idxs : null, Un = null, Wn = !1;
	function Gn(e, n) {
		if (t = e ?? [], r.data = r._data = t, i == 2) {
			G = 0;
			for (let e = 1; e < v.length; e++) G += t[e][0].length;
		} else {
			t.length == 0 && (r.data = r._data = t = [[]]), Un = t[0], G = Un.length;
			let e = t;
			if (O == 2) {
				e = t.slice();
				let n = e[0] = Array(G);
				for (let e = 0; e < G; e++) n[e] = e;
			}
			r._data = t = e;
		}
		if (qr(!0), Oa("setData"), O == 2 && ($t = !0), n !== !1) {
			let e = D;
			e.auto(r, Wn) ? Kn() : Oi(S, e.min, e.max), nn ||= N.left >= 0, pn = !0, si();
		}
	}
	r.setData = Gn;
	function Kn() {
		Wn = !0;
		let e, n;
		i == 1 && (G > 0 ? (K = Hn[0] = 0, q = Hn[1] = G - 1, e = t[0][K], n = t[0][q], O == 2 ? (e = K, n = q) : e == n && (O == 3 ? [e, n] = vt(e, e, D.log, !1) : O == 4 ? [e, n] = yt(e, e, D.log, !1) : D.time ? n = e + At(86400 / _) : [e, n] = Ct(e, n, bt, !0))) : (K = Hn[0] = e = null, q = Hn[1] = n = null)), Oi(S, e, n);
	}
	let qn, Jn, J, Yn, ar, lr, ur, fr, pr, mr;
	function hr(e, t, n, r, i, a) {
		e ??= Ne, n ??= an, r ??= "butt", i ??= Ne, a ??= "round", e != qn && (d.strokeStyle = qn = e), i != Jn && (d.fillStyle = Jn = i), t != J && (d.lineWidth = J = t), a != ar && (d.lineJoin = ar = a), r != lr && (d.lineCap = lr = r), n != Yn && d.setLineDash(Yn = n);
	}
	function gr(e, t, n, r) {
		t != Jn && (d.fillStyle = Jn = t), e != ur && (d.font = ur = e), n != fr && (d.textAlign = fr = n), r != pr && (d.textBaseline = pr = r);
	}
	function _r(e, t, n, i, a = 0) {
		if (i.length > 0 && e.auto(r, Wn) && (t == null || t.min == null)) {
			let t = R(K, 0), r = R(q, i.length - 1), o = n.min == null ? _t(i, t, r, a, e.distr == 3) : [n.min, n.max];
			e.min = Mt(e.min, n.min = o[0]), e.max = Nt(e.max, n.max = o[1]);
		}
	}
	let vr = {
		min: null,
		max: null
	};
	function yr() {
		for (let e in b) {
			let t = b[e];
			A[e] == null && (t.min == null || A[S] != null && t.auto(r, Wn)) && (A[e] = vr);
		}
		for (let e in b) {
			let t = b[e];
			A[e] == null && t.from != null && A[t.from] != null && (A[e] = vr);
		}
		A[S] != null && qr(!0);
		let e = {};
		for (let t in A) {
			let n = A[t];
			if (n != null) {
				let a = e[t] = hn(b[t], fn);
				if (n.min != null) W(a, n);
				else if (t != S || i == 2) {
					if (G == 0 && a.from == null) {
						let e = a.range(r, null, null, t);
						a.min = e[0], a.max = e[1];
					} else a.min = V, a.max = -Infinity;
				}
			}
		}
		if (G > 0) {
			v.forEach((n, a) => {
				if (i == 1) {
					let i = n.scale, o = A[i];
					if (o == null) return;
					let s = e[i];
					if (a == 0) {
						let e = s.range(r, s.min, s.max, i);
						s.min = e[0], s.max = e[1], K = dt(s.min, t[0]), q = dt(s.max, t[0]), q - K > 1 && (t[0][K] < s.min && K++, t[0][q] > s.max && q--), n.min = Un[K], n.max = Un[q];
					} else n.show && n.auto && _r(s, o, n, t[a], n.sorted);
					n.idxs[0] = K, n.idxs[1] = q;
				} else if (a > 0 && n.show && n.auto) {
					let [r, i] = n.facets, o = r.scale, s = i.scale, [c, l] = t[a], u = e[o], d = e[s];
					u != null && _r(u, A[o], r, c, r.sorted), d != null && _r(d, A[s], i, l, i.sorted), n.min = i.min, n.max = i.max;
				}
			});
			for (let t in e) {
				let n = e[t], i = A[t];
				if (n.from == null && (i == null || i.min == null)) {
					let e = n.range(r, n.min == V ? null : n.min, n.max == -Infinity ? null : n.max, t);
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
				i._min = e == 3 ? It(i.min) : e == 4 ? zt(i.min, i.asinh) : e == 100 ? i.fwd(i.min) : i.min, i._max = e == 3 ? It(i.max) : e == 4 ? zt(i.max, i.asinh) : e == 100 ? i.fwd(i.max) : i.max, n[t] = a = !0;
			}
		}
		if (a) {
			v.forEach((e, t) => {
				i == 2 ? t > 0 && n.y && (e._paths = null) : n[e.scale] && (e._paths = null);
			});
			for (let e in n) $t = !0, Oa("setScale", e);
			Me && N.left >= 0 && (nn = pn = !0);
		}
		for (let e in A) A[e] = null;
	}
	function xr(e) {
		let t = Vt(K - 1, 0, G - 1), n = Vt(q + 1, 0, G - 1);
		for (; e[t] == null && t > 0;) t--;
		for (; e[n] == null && n < G - 1;) n++;
		return [t, n];
	}
	function Sr() {
		if (G > 0) {
			let e = v.some((e) => e._focus) && mr != wn.alpha;
			e && (d.globalAlpha = mr = wn.alpha), v.forEach((e, n) => {
				if (n > 0 && e.show && (Cr(n, !1), Cr(n, !0), e._paths == null)) {
					let a = mr;
					mr != e.alpha && (d.globalAlpha = mr = e.alpha);
					let o = i == 2 ? [0, t[n][0].length - 1] : xr(t[n]);
					e._paths = e.paths(r, n, o[0], o[1]), mr != a && (d.globalAlpha = mr = a);
				}
			}), v.forEach((e, t) => {
				if (t > 0 && e.show) {
					let n = mr;
					mr != e.alpha && (d.globalAlpha = mr = e.alpha), e._paths != null && wr(t, !1);
					{
						let n = e._paths == null ? null : e._paths.gaps, i = e.points.show(r, t, K, q, n), a = e.points.filter(r, t, i, n);
						(i || a) && (e.points._paths = e.points.paths(r, t, K, q, a), wr(t, !0));
					}
					mr != n && (d.globalAlpha = mr = n), Oa("drawSeries", t);
				}
			}), e && (d.globalAlpha = mr = 1);
		}
	}
	function Cr(e, t) {
		let n = t ? v[e].points : v[e];
		n._stroke = n.stroke(r, e), n._fill = n.fill(r, e);
	}
	function wr(e, t) {
		let n = t ? v[e].points : v[e], { stroke: r, fill: i, clip: a, flags: o, _stroke: s = n._stroke, _fill: c = n._fill, _width: l = n.width } = n._paths;
		l = U(l * F, 3);
		let u = null, f = l % 2 / 2;
		t && c == null && (c = l > 0 ? "#fff" : s);
		let p = n.pxAlign == 1 && f > 0;
		if (p && d.translate(f, f), !t) {
			let e = Bt - l / 2, t = Ut - l / 2, n = Wt + l, r = Yt + l;
			u = new Path2D(), u.rect(e, t, n, r);
		}
		t ? Er(s, l, n.dash, n.cap, c, r, i, o, a) : Tr(e, s, l, n.dash, n.cap, c, r, i, o, u, a), p && d.translate(-f, -f);
	}
	function Tr(e, n, i, a, o, s, c, l, u, d, f) {
		let p = !1;
		u != 0 && x.forEach((m, h) => {
			if (m.series[0] == e) {
				let e = v[m.series[1]], g = t[m.series[1]], _ = (e._paths || rn).band;
				sn(_) && (_ = m.dir == 1 ? _[0] : _[1]);
				let y, b = null;
				e.show && _ && wt(g, K, q) ? (b = m.fill(r, h) || s, y = e._paths.clip) : _ = null, Er(n, i, a, o, b, c, l, u, d, f, y, _), p = !0;
			}
		}), p || Er(n, i, a, o, s, c, l, u, d, f);
	}
	function Er(e, t, n, r, i, a, o, s, c, l, u, f) {
		hr(e, t, n, r, i), (c || l || f) && (d.save(), c && d.clip(c), l && d.clip(l)), f ? (s & 3) == 3 ? (d.clip(f), u && d.clip(u), Ir(i, o), Dr(e, a, t)) : s & ri ? (Ir(i, o), d.clip(f), Dr(e, a, t)) : s & ni && (d.save(), d.clip(f), u && d.clip(u), Ir(i, o), d.restore(), Dr(e, a, t)) : (Ir(i, o), Dr(e, a, t)), (c || l || f) && d.restore();
	}
	function Dr(e, t, n) {
		n > 0 && (t instanceof Map ? t.forEach((e, t) => {
			d.strokeStyle = qn = t, d.stroke(e);
		}) : t != null && e && d.stroke(t));
	}
	function Ir(e, t) {
		t instanceof Map ? t.forEach((e, t) => {
			d.fillStyle = Jn = t, d.fill(e);
		}) : t != null && e && d.fill(t);
	}
	function Lr(e, t, n, i) {
		let a = y[e], o;
		if (i <= 0) o = [0, 0];
		else {
			let s = a._space = a.space(r, e, t, n, i);
			o = Wi(t, n, a._incrs = a.incrs(r, e, t, n, i, s), i, s);
		}
		return a._found = o;
	}
	function Rr(e, t, n, r, i, a, o, s, c, l) {
		let u = o % 2 / 2;
		h == 1 && d.translate(u, u), hr(s, o, c, l, s), d.beginPath();
		let f, p, m, g, _ = i + (r == 0 || r == 3 ? -a : a);
		n == 0 ? (p = i, g = _) : (f = i, m = _);
		for (let r = 0; r < e.length; r++) t[r] != null && (n == 0 ? f = m = e[r] : p = g = e[r], d.moveTo(f, p), d.lineTo(m, g));
		d.stroke(), h == 1 && d.translate(-u, -u);
	}
	function zr(e) {
		let t = !0;
		return y.forEach((n, i) => {
			if (!n.show) return;
			let a = b[n.scale];
			if (a.min == null) {
				n._show && (t = !1, n._show = !1, qr(!1));
				return;
			}
			n._show || (t = !1, n._show = !0, qr(!1));
			let o = n.side, s = o % 2, { min: c, max: l } = a, [u, d] = Lr(i, c, l, s == 0 ? L : z);
			if (d == 0) return;
			let f = a.distr == 2, p = n._splits = n.splits(r, i, c, l, u, d, f), m = a.distr == 2 ? p.map((e) => Un[e]) : p, h = a.distr == 2 ? Un[p[1]] - Un[p[0]] : u, g = n._values = n.values(r, n.filter(r, m, i, d, h), i, d, h);
			n._rotate = o == 2 ? n.rotate(r, g, i, d) : 0;
			let _ = n._size;
			n._size = jt(n.size(r, g, i, e)), _ != null && n._size != _ && (t = !1);
		}), t;
	}
	function Br(e) {
		let t = !0;
		return Rn.forEach((n, i) => {
			let a = n(r, i, Fn, e);
			a != zn[i] && (t = !1), zn[i] = a;
		}), t;
	}
	function Kr() {
		for (let e = 0; e < y.length; e++) {
			let t = y[e];
			if (!t.show || !t._show) continue;
			let n = t.side, i = n % 2, a, o, c = t.stroke(r, e), l = n == 0 || n == 3 ? -1 : 1, [u, f] = t._found;
			if (t.label != null) {
				let s = t.labelGap * l, p = At((t._lpos + s) * F);
				gr(t.labelFont[0], c, "center", n == 2 ? Oe : ke), d.save(), i == 1 ? (a = o = 0, d.translate(p, At(Ut + Yt / 2)), d.rotate((n == 3 ? -Ot : Ot) / 2)) : (a = At(Bt + Wt / 2), o = p);
				let m = Ht(t.label) ? t.label(r, e, u, f) : t.label;
				d.fillText(m, a, o), d.restore();
			}
			if (f == 0) continue;
			let p = b[t.scale], m = i == 0 ? Wt : Yt, h = i == 0 ? Bt : Ut, _ = t._splits, v = p.distr == 2 ? _.map((e) => Un[e]) : _, x = p.distr == 2 ? Un[_[1]] - Un[_[0]] : u, S = t.ticks, C = t.border, w = S.show ? S.size : 0, T = At(w * F), E = At((t.alignTo == 2 ? t._size - w - t.gap : t.gap) * F), D = t._rotate * -Ot / 180, O = g(t._pos * F), k = O + (T + E) * l;
			o = i == 0 ? k : 0, a = i == 1 ? k : 0;
			let ee = t.font[0];
			gr(ee, c, t.align == 1 ? Ae : t.align == 2 ? je : D > 0 ? Ae : D < 0 ? je : i == 0 ? "center" : n == 3 ? je : Ae, D || i == 1 ? "middle" : n == 2 ? Oe : ke);
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
			S.show && Rr(j, S.filter(r, v, e, f, x), i, n, O, T, U(S.width * F, 3), S.stroke(r, e), S.dash, S.cap);
			let ne = t.grid;
			ne.show && Rr(j, ne.filter(r, v, e, f, x), i, i == 0 ? 2 : 1, i == 0 ? Ut : Bt, i == 0 ? Yt : Wt, U(ne.width * F, 3), ne.stroke(r, e), ne.dash, ne.cap), C.show && Rr([O], [1], +(i == 0), i == 0 ? 1 : 2, i == 1 ? Ut : Bt, i == 1 ? Yt : Wt, U(C.width * F, 3), C.stroke(r, e), C.dash, C.cap);
		}
		Oa("drawAxes");
	}
	function qr(e) {
		v.forEach((t, n) => {
			n > 0 && (t._paths = null, e && (i == 1 ? (t.min = null, t.max = null) : t.facets.forEach((e) => {
				e.min = null, e.max = null;
			})));
		});
	}
	let Jr = !1, ei = !1, ii = [];
	function ai() {
		ei = !1;
		for (let e = 0; e < ii.length; e++) Oa(...ii[e]);
		ii.length = 0;
	}
	function si() {
		Jr ||= (xn(li), !0);
	}
	function ci(e, t = !1) {
		Jr = !0, ei = t, e(r), li(), t && ii.length > 0 && queueMicrotask(ai);
	}
	r.batch = ci;
	function li() {
		if (Xt &&= (yr(), !1), $t &&= (_n(), !1), Qt) {
			if (I(p, Ae, Tt), I(p, Oe, Et), I(p, Ee, L), I(p, De, z), I(m, Ae, Tt), I(m, Oe, Et), I(m, Ee, L), I(m, De, z), I(f, Ee, gt), I(f, De, St), u.width = At(gt * F), u.height = At(St * F), y.forEach(({ _el: e, _show: t, _size: n, _pos: r, side: i }) => {
				if (e != null) {
					if (t) {
						let t = i === 3 || i === 0 ? n : 0, a = i % 2 == 1;
						I(e, a ? "left" : "top", r - t), I(e, a ? "width" : "height", n), I(e, a ? "top" : "left", a ? Et : Tt), I(e, a ? "height" : "width", a ? z : L), Qe(e, me);
					} else Ze(e, me);
				}
			}), qn = Jn = J = ar = lr = ur = fr = pr = Yn = null, mr = 1, fa(!0), Tt != Dt || Et != kt || L != Ft || z != Lt) {
				qr(!1);
				let e = L / Ft, t = z / Lt;
				if (Me && !nn && N.left >= 0) {
					N.left *= e, N.top *= t, mi && nt(mi, At(N.left), 0, L, z), hi && nt(hi, 0, At(N.top), L, z);
					for (let n = 0; n < Dn.length; n++) {
						let r = Dn[n];
						r != null && (On[n] *= e, kn[n] *= t, nt(r, jt(On[n]), jt(kn[n]), L, z));
					}
				}
				if (Q.show && !cn && Q.left >= 0 && Q.width > 0) {
					Q.left *= e, Q.width *= e, Q.top *= t, Q.height *= t;
					for (let e in ha) I(Ti, e, Q[e]);
				}
				Dt = Tt, kt = Et, Ft = L, Lt = z;
			}
			Oa("setSize"), Qt = !1;
		}
		gt > 0 && St > 0 && (d.clearRect(0, 0, u.width, u.height), Oa("drawClear"), w.forEach((e) => e()), Oa("draw")), Q.show && cn && (Ei(Q), cn = !1), Me && nn && (ua(null, !0, !1), nn = !1), M.show && M.live && pn && (ca(), pn = !1), c || (c = !0, r.status = 1, Oa("ready")), Wn = !1, Jr = !1;
	}
	r.redraw = (e, t) => {
		$t = t || !1, e === !1 ? si() : Oi(S, D.min, D.max);
	};
	function ui(e, n) {
		let i = b[e];
		if (i.from == null) {
			if (G == 0) {
				let t = i.range(r, n.min, n.max, e);
				n.min = t[0], n.max = t[1];
			}
			if (n.min > n.max) {
				let e = n.min;
				n.min = n.max, n.max = e;
			}
			if (G > 1 && n.min != null && n.max != null && n.max - n.min < 1e-16) return;
			e == S && i.distr == 2 && G > 0 && (n.min = dt(n.min, t[0]), n.max = dt(n.max, t[0]), n.min == n.max && n.max++), A[e] = n, Xt = !0, si();
		}
	}
	r.setScale = ui;
	let fi, pi, mi, hi, gi, _i, vi, yi, bi, xi, Y, X, Si = !1, Ci = N.drag, wi = Ci.x, Z = Ci.y;
	Me && (N.x && (fi = et(ge, m)), N.y && (pi = et(_e, m)), D.ori == 0 ? (mi = fi, hi = pi) : (mi = pi, hi = fi), Y = N.left, X = N.top);
	let Q = r.select = W({
		show: !0,
		over: !0,
		left: 0,
		width: 0,
		top: 0,
		height: 0
	}, e.select), Ti = Q.show ? et(he, Q.over ? m : p) : null;
	function Ei(e, t) {
		if (Q.show) {
			for (let t in e) Q[t] = e[t], t in ha && I(Ti, t, e[t]);
			t !== !1 && Oa("setSelect");
		}
	}
	r.setSelect = Ei;
	function Di(e) {
		if (v[e].show) P && Qe(Je[e], me);
		else if (P && Ze(Je[e], me), Me) {
			let t = En ? Dn[0] : Dn[e];
			t != null && nt(t, -10, -10, L, z);
		}
	}
	function Oi(e, t, n) {
		ui(e, {
			min: t,
			max: n
		});
	}
	function ki(e, t, n, a) {
		t.focus != null && ea(e), t.show != null && v.forEach((n, r) => {
			r > 0 && (e == r || e == null) && (n.show = t.show, Di(r), i == 2 ? (Oi(n.facets[0].scale, null, null), Oi(n.facets[1].scale, null, null)) : Oi(n.scale, null, null), si());
		}), n !== !1 && Oa("setSeries", e, t), a && Ma("setSeries", r, e, t);
	}
	r.setSeries = ki;
	function ji(e, t) {
		W(x[e], t);
	}
	function qi(e, t) {
		e.fill = H(e.fill || null), e.dir = R(e.dir, -1), t ??= x.length, x.splice(t, 0, e);
	}
	function Ji(e) {
		e == null ? x.length = 0 : x.splice(e, 1);
	}
	r.addBand = qi, r.setBand = ji, r.delBand = Ji;
	function Yi(e, t) {
		v[e].alpha = t, Me && Dn[e] != null && (Dn[e].style.opacity = t), P && Je[e] && (Je[e].style.opacity = t);
	}
	let Xi, Zi, Qi, $i = { focus: !0 };
	function ea(e) {
		if (e != Qi) {
			let t = e == null, n = wn.alpha != 1;
			v.forEach((r, a) => {
				if (i == 1 || a > 0) {
					let i = t || a == 0 || a == e;
					r._focus = t ? null : i, n && Yi(a, i ? 1 : wn.alpha);
				}
			}), Qi = e, n && si();
		}
	}
	P && Tn && mt(Re, Ve, (e) => {
		N._lock || (Sn(e), Qi != null && ki(null, $i, !0, $.setSeries));
	});
	function ta(e, t, n) {
		let r = b[t];
		n && (e = e / F - (r.ori == 1 ? Et : Tt));
		let i = L;
		r.ori == 1 && (i = z, e = i - e), r.dir == -1 && (e = i - e);
		let a = r._min, o = r._max, s = e / i, c = a + (o - a) * s, l = r.distr;
		return l == 3 ? Pt(10, c) : l == 4 ? Rt(c, r.asinh) : l == 100 ? r.bwd(c) : c;
	}
	function na(e, n) {
		return dt(ta(e, S, n), t[0], K, q);
	}
	r.valToIdx = (e) => dt(e, t[0]), r.posToIdx = na, r.posToVal = ta, r.valToPos = (e, t, n) => b[t].ori == 0 ? a(e, b[t], n ? Wt : L, n ? Bt : 0) : o(e, b[t], n ? Yt : z, n ? Ut : 0), r.setCursor = (e, t, n) => {
		Y = e.left, X = e.top, ua(null, t, n);
	};
	function ra(e, t) {
		I(Ti, Ae, Q.left = e), I(Ti, Ee, Q.width = t);
	}
	function ia(e, t) {
		I(Ti, Oe, Q.top = e), I(Ti, De, Q.height = t);
	}
	let aa = D.ori == 0 ? ra : ia, oa = D.ori == 1 ? ra : ia;
	function sa() {
		if (P && M.live) for (let e = +(i == 2); e < v.length; e++) {
			if (e == 0 && tt) continue;
			let t = M.values[e], n = 0;
			for (let r in t) Ye[e][n++].firstChild.nodeValue = t[r];
		}
	}
	function ca(e, t) {
		if (e != null && (e.idxs ? e.idxs.forEach((e, t) => {
			ae[t] = e;
		}) : ln(e.idx) || ae.fill(e.idx), M.idx = ae[0]), P && M.live) {
			for (let e = 0; e < v.length; e++) (e > 0 || i == 1 && !tt) && la(e, ae[e]);
			sa();
		}
		pn = !1, t !== !1 && Oa("setLegend");
	}
	r.setLegend = ca;
	function la(e, n) {
		let i = v[e], a = e == 0 && O == 2 ? Un : t[e], o;
		tt ? o = i.values(r, e, n) ?? rt : (o = i.value(r, n == null ? null : a[n], e, n), o = o == null ? rt : { _: o }), M.values[e] = o;
	}
	function ua(e, n, a) {
		bi = Y, xi = X, [Y, X] = N.move(r, Y, X), N.left = Y, N.top = X, Me && (mi && nt(mi, At(Y), 0, L, z), hi && nt(hi, 0, At(X), L, z));
		let o, s = K > q;
		Xi = V, Zi = null;
		let c = D.ori == 0 ? L : z, l = D.ori == 1 ? L : z;
		if (Y < 0 || G == 0 || s) {
			o = N.idx = null;
			for (let e = 0; e < v.length; e++) {
				let t = Dn[e];
				t != null && nt(t, -10, -10, L, z);
			}
			Tn && ki(null, $i, !0, e == null && $.setSeries), M.live && (ae.fill(o), pn = !0);
		} else {
			let e, n, a;
			i == 1 && (e = D.ori == 0 ? Y : X, n = ta(e, S), o = N.idx = dt(n, t[0], K, q), a = k(t[0][o], D, c, 0));
			let s = -10, u = -10, d = 0, f = 0, p = !0, m = "", h = "";
			for (let e = +(i == 2); e < v.length; e++) {
				let g = v[e], _ = ae[e], y = _ == null ? null : i == 1 ? t[e][_] : t[e][1][_], x = N.dataIdx(r, e, o, n), S = x == null ? null : i == 1 ? t[e][x] : t[e][1][x];
				if (pn = pn || S != y || x != _, ae[e] = x, e > 0 && g.show) {
					let n = x == null ? -10 : x == o ? a : k(i == 1 ? t[0][x] : t[e][0][x], D, c, 0), _ = S == null ? -10 : ee(S, i == 1 ? b[g.scale] : b[g.facets[1].scale], l, 0);
					if (Tn && S != null) {
						let t = D.ori == 1 ? Y : X, n = B(wn.dist(r, e, x, _, t));
						if (n < Xi) {
							let r = wn.bias;
							if (r != 0) {
								let i = ta(t, g.scale), a = S >= 0 ? 1 : -1, o = i >= 0 ? 1 : -1;
								o == a && (o == 1 ? r == 1 ? S >= i : S <= i : r == 1 ? S <= i : S >= i) && (Xi = n, Zi = e);
							} else Xi = n, Zi = e;
						}
					}
					if (pn || En) {
						let t, i;
						D.ori == 0 ? (t = n, i = _) : (t = _, i = n);
						let a, o, c, l, g, v, y = !0, b = Cn.bbox;
						if (b != null) {
							y = !1;
							let t = b(r, e);
							c = t.left, l = t.top, a = t.width, o = t.height;
						} else c = t, l = i, a = o = Cn.size(r, e);
						if (v = Cn.fill(r, e), g = Cn.stroke(r, e), En) e == Zi && Xi <= wn.prox && (s = c, u = l, d = a, f = o, p = y, m = v, h = g);
						else {
							let t = Dn[e];
							t != null && (On[e] = c, kn[e] = l, ot(t, a, o, y), it(t, v, g), nt(t, jt(c), jt(l), L, z));
						}
					}
				}
			}
			if (En) {
				let e = wn.prox;
				if (pn || (Qi == null ? Xi <= e : Xi > e || Zi != Qi)) {
					let e = Dn[0];
					e != null && (On[0] = s, kn[0] = u, ot(e, d, f, p), it(e, m, h), nt(e, jt(s), jt(u), L, z));
				}
			}
		}
		if (Q.show && Si) {
			if (e != null) {
				let [t, n] = $.scales, [r, i] = $.match, [a, o] = e.cursor.sync.scales, s = e.cursor.drag;
				if (wi = s._x, Z = s._y, wi || Z) {
					let { left: s, top: u, width: d, height: f } = e.select, p = e.scales[a].ori, m = e.posToVal, h, g, _, v, y, x = t != null && r(t, a), S = n != null && i(n, o);
					x && wi ? (p == 0 ? (h = s, g = d) : (h = u, g = f), _ = b[t], v = k(m(h, a), _, c, 0), y = k(m(h + g, a), _, c, 0), aa(Mt(v, y), B(y - v))) : aa(0, c), S && Z ? (p == 1 ? (h = s, g = d) : (h = u, g = f), _ = b[n], v = ee(m(h, o), _, l, 0), y = ee(m(h + g, o), _, l, 0), oa(Mt(v, y), B(y - v))) : oa(0, l);
				} else ga();
			} else {
				let e = B(bi - gi), t = B(xi - _i);
				if (D.ori == 1) {
					let n = e;
					e = t, t = n;
				}
				wi = Ci.x && e >= Ci.dist, Z = Ci.y && t >= Ci.dist;
				let n = Ci.uni;
				n == null ? Ci.x && Ci.y && (wi || Z) && (wi = Z = !0) : wi && Z && (wi = e >= n, Z = t >= n, !wi && !Z && (t > e ? Z = !0 : wi = !0));
				let r, i;
				wi && (D.ori == 0 ? (r = vi, i = Y) : (r = yi, i = X), aa(Mt(r, i), B(i - r)), Z || oa(0, l)), Z && (D.ori == 1 ? (r = vi, i = Y) : (r = yi, i = X), oa(Mt(r, i), B(i - r)), wi || aa(0, c)), !wi && !Z && (aa(0, 0), oa(0, 0));
			}
		}
		if (Ci._x = wi, Ci._y = Z, e == null) {
			if (a) {
				if (Aa != null) {
					let [e, t] = $.scales;
					$.values[0] = e == null ? null : ta(D.ori == 0 ? Y : X, e), $.values[1] = t == null ? null : ta(D.ori == 1 ? Y : X, t);
				}
				Ma(Pe, r, Y, X, L, z, o);
			}
			if (Tn) {
				let e = a && $.setSeries, t = wn.prox;
				Qi == null ? Xi <= t && ki(Zi, $i, !0, e) : Xi > t ? ki(null, $i, !0, e) : Zi != Qi && ki(Zi, $i, !0, e);
			}
		}
		pn && (M.idx = o, ca()), n !== !1 && Oa("setCursor");
	}
	let da = null;
	Object.defineProperty(r, "rect", { get() {
		return da ?? fa(!1), da;
	} });
	function fa(e = !1) {
		e ? da = null : (da = m.getBoundingClientRect(), Oa("syncRect", da));
	}
	function pa(e, t, n, r, i, a, o) {
		N._lock || Si && e != null && e.movementX == 0 && e.movementY == 0 || (ma(e, t, n, r, i, a, o, !1, e != null), e == null ? ua(t, !0, !1) : ua(null, !0, !0));
	}
	function ma(e, t, n, i, a, o, c, l, u) {
		if (da ?? fa(!1), Sn(e), e != null) n = e.clientX - da.left, i = e.clientY - da.top;
		else {
			if (n < 0 || i < 0) {
				Y = -10, X = -10;
				return;
			}
			let [e, r] = $.scales, c = t.cursor.sync, [l, u] = c.values, [d, f] = c.scales, [p, m] = $.match, h = t.axes[0].side % 2 == 1, g = D.ori == 0 ? L : z, _ = D.ori == 1 ? L : z, v = h ? o : a, y = h ? a : o, x = h ? i : n, S = h ? n : i;
			if (n = d == null ? x / v * g : p(e, d) ? s(l, b[e], g, 0) : -10, i = f == null ? S / y * _ : m(r, f) ? s(u, b[r], _, 0) : -10, D.ori == 1) {
				let e = n;
				n = i, i = e;
			}
		}
		u && (t == null || t.cursor.event.type == Pe) && ((n <= 1 || n >= L - 1) && (n = Zt(n, L)), (i <= 1 || i >= z - 1) && (i = Zt(i, z))), l ? (gi = n, _i = i, [vi, yi] = N.move(r, n, i)) : (Y = n, X = i);
	}
	let ha = {
		width: 0,
		height: 0,
		left: 0,
		top: 0
	};
	function ga() {
		Ei(ha, !1);
	}
	let _a, va, ya, ba;
	function xa(e, t, n, i, a, o, s) {
		Si = !0, wi = Z = Ci._x = Ci._y = !1, ma(e, t, n, i, a, o, s, !0, !1), e != null && (mt(Ie, Ke, Sa, !1), Ma(Fe, r, vi, yi, L, z, null));
		let { left: c, top: l, width: u, height: d } = Q;
		_a = c, va = l, ya = u, ba = d;
	}
	function Sa(e, t, n, i, a, o, s) {
		Si = Ci._x = Ci._y = !1, ma(e, t, n, i, a, o, s, !1, !0);
		let { left: c, top: l, width: u, height: d } = Q, f = u > 0 || d > 0, p = _a != c || va != l || ya != u || ba != d;
		if (f && p && Ei(Q), Ci.setScale && f && p) {
			let e = c, t = u, n = l, r = d;
			if (D.ori == 1 && (e = l, t = d, n = c, r = u), wi && Oi(S, ta(e, S), ta(e + t, S)), Z) for (let e in b) {
				let t = b[e];
				e != S && t.from == null && t.min != V && Oi(e, ta(n + r, e), ta(n, e));
			}
			ga();
		} else N.lock && (N._lock = !N._lock, ua(t, !0, e != null));
		e != null && (ht(Ie, Ke), Ma(Ie, r, Y, X, L, z, null));
	}
	function Ca(e, t, n, r, i, a, o) {
		if (N._lock) return;
		Sn(e);
		let s = Si;
		if (Si) {
			let e = !0, t = !0, n, r;
			D.ori == 0 ? (n = wi, r = Z) : (n = Z, r = wi), n && r && (e = Y <= 10 || Y >= L - 10, t = X <= 10 || X >= z - 10), n && e && (Y = Y < vi ? 0 : L), r && t && (X = X < yi ? 0 : z), ua(null, !0, !0), Si = !1;
		}
		Y = -10, X = -10, ae.fill(null), ua(null, !0, !0), s && (Si = s);
	}
	function wa(e, t, n, i, a, o, s) {
		N._lock || (Sn(e), Kn(), ga(), e != null && Ma(ze, r, Y, X, L, z, null));
	}
	function Ta() {
		y.forEach(Ki), mn(r.width, r.height, !0);
	}
	lt(Ue, qe, Ta);
	let Ea = {};
	Ea.mousedown = xa, Ea.mousemove = pa, Ea.mouseup = Sa, Ea.dblclick = wa, Ea.setSeries = (e, t, n, i) => {
		let a = $.match[2];
		n = a(r, t, n), n != -1 && ki(n, i, !0, !1);
	}, Me && (mt(Fe, m, xa), mt(Pe, m, pa), mt(Le, m, (e) => {
		Sn(e), fa(!1);
	}), mt(Re, m, Ca), mt(ze, m, wa), Ai.add(r), r.syncRect = fa);
	let Da = r.hooks = e.hooks || {};
	function Oa(e, t, n) {
		ei ? ii.push([
			e,
			t,
			n
		]) : e in Da && Da[e].forEach((e) => {
			e.call(null, r, t, n);
		});
	}
	(e.plugins || []).forEach((e) => {
		for (let t in e.hooks) Da[t] = (Da[t] || []).concat(e.hooks[t]);
	});
	let ka = (e, t, n) => n, $ = W({
		key: null,
		setSeries: !1,
		filters: {
			pub: qt,
			sub: qt
		},
		scales: [S, v[1] ? v[1].scale : null],
		match: [
			Jt,
			Jt,
			ka
		],
		values: [null, null]
	}, N.sync);
	$.match.length == 2 && $.match.push(ka), N.sync = $;
	let Aa = $.key, ja = ti(Aa);
	function Ma(e, t, n, r, i, a, o) {
		$.filters.pub(e, t, n, r, i, a, o) && ja.pub(e, t, n, r, i, a, o);
	}
	ja.sub(r);
	function Na(e, t, n, r, i, a, o) {
		$.filters.sub(e, t, n, r, i, a, o) && Ea[e](null, t, n, r, i, a, o);
	}
	r.pub = Na;
	function Pa() {
		ja.unsub(r), Ai.delete(r), pt.clear(), ut(Ue, qe, Ta), l.remove(), Ve?.remove(), Oa("destroy");
	}
	r.destroy = Pa;
	function Fa() {
		Oa("init", e, t), Gn(t || e.data, !1), A[S] ? ui(S, A[S]) : Kn(), cn = Q.show && (Q.width > 0 || Q.height > 0), nn = pn = !0, mn(e.width, e.height);
	}
	return v.forEach(jn), y.forEach(In), n ? n instanceof HTMLElement ? (n.appendChild(l), Fa()) : n(r, Fa) : Fa(), r;
}
qi.assign = W, qi.fmtNum = Et, qi.rangeNum = Ct, qi.rangeLog = vt, qi.rangeAsinh = yt, qi.orient = ii, qi.pxRatio = F, qi.join = bn, qi.fmtDate = Nn, qi.tzDate = Fn, qi.sync = ti;
{
	qi.addGap = li, qi.clipGaps = ci;
	let e = qi.paths = { points: X };
	e.linear = Z, e.stepped = Q, e.bars = Ei, e.spline = Oi;
}
// src/plot/text.ts
function Ji(e, t) {
	let n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	for (; n < 12 && Math.abs(Number(t.toFixed(n)) / t - 1) > 1e-6;) n += 1;
	return e.toFixed(Math.min(12, n));
}
function Yi(e) {
	let t = Math.abs(e);
	return t >= 1e9 ? `${w(Number((e / 1e9).toPrecision(4)))}G` : t >= 1e6 ? `${w(Number((e / 1e6).toPrecision(4)))}M` : w(Number(e.toPrecision(6)));
}
// src/plot/legend.ts
var Xi = class {
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
	values(e, t) {
		for (let n of this.element.querySelectorAll(".value")) {
			let r = e[Number(n.dataset.at)], i = r ? b(r, t) : null;
			n.textContent = i === null ? "" : Yi(i);
		}
	}
}, Zi = 14, Qi = 4, $i = 13, ea = 120;
function ta(e, t, n) {
	let { ctx: r, bbox: i } = e;
	r.save(), r.beginPath(), r.rect(i.left, i.top, i.width, i.height), r.clip();
	let a = -Infinity, o = 0;
	for (let n of [...t].sort((e, t) => t.value - e.value)) {
		let t = e.valToPos(n.value, "y", !0);
		o = t - a < $i * devicePixelRatio ? o + 1 : 0, a = t, na(e, n, t, o);
	}
	r.setLineDash([]);
	for (let t of n) ra(e, t);
	r.restore();
}
function na(e, { name: t, value: n }, r, i) {
	let { ctx: a, bbox: o } = e, s = devicePixelRatio;
	a.setLineDash([2 * s, 4 * s]), a.strokeStyle = a.fillStyle = m().text, a.lineWidth = s, a.beginPath(), a.moveTo(o.left, r), a.lineTo(o.left + o.width, r), a.stroke(), a.font = `${11 * s}px system-ui, sans-serif`, a.textBaseline = "alphabetic", a.textAlign = "right", a.fillText(`${t} ${Yi(n)}`, o.left + o.width - (4 + i * ea) * s, r - 3 * s);
}
function ra(e, t) {
	let { ctx: n } = e, r = Qi * devicePixelRatio, i = e.valToPos(t.time_s, "x", !0), a = e.valToPos(t.value, "y", !0);
	n.strokeStyle = m().alarm, n.lineWidth = r / 2.5, n.beginPath(), t.kind === "lost" ? (n.moveTo(i - r, a - r), n.lineTo(i + r, a + r), n.moveTo(i - r, a + r), n.lineTo(i + r, a - r)) : (n.moveTo(i, a - r), n.lineTo(i + r, a + r), n.lineTo(i - r, a + r), n.closePath()), n.stroke();
}
function ia(e, t, n, r) {
	if (n < 0 || r < 0) return;
	let i = (t) => Math.hypot(e.valToPos(t.time_s, "x") - n, e.valToPos(t.value, "y") - r);
	return t.map((e) => ({
		mark: e,
		far: i(e)
	})).filter((e) => e.far < Zi).sort((e, t) => e.far - t.far)[0]?.mark;
}
// src/plot/words.ts
var aa = 8;
function oa(e, { from_s: t, to_s: n }, r) {
	let i = r.slice(0, aa).map(({ name: e, points: t }) => {
		let n = S(t);
		return n ? `${e} from ${Yi(n.min)} to ${Yi(n.max)}` : `${e} empty`;
	});
	return `${e}, from ${O(t)} to ${O(n)}: ${i.join("; ")}`;
}
function sa(t) {
	let n = t.map(({ name: t, points: n, recorded: r }) => {
		let i = S(n), a = i ? [
			i.min,
			i.max,
			i.last
		].map((e) => D(e)) : [
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
		"points recorded"
	].map((t) => e("th", { scope: "col" }, t)))), e("tbody", {}, n));
}
// src/plot/strip.ts
var ca = 160, la = {
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
	legend = new Xi((e, t) => this.toggle(e, t));
	tip = e("div", {
		class: "tip",
		role: "status",
		hidden: !0
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
		}, o, this.holder, this.tip, this.details), this.stops = [
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
		let n = this.target.value, r = v(t);
		i(this.target, e("option", { value: "" }, "automatic"), e("option", { value: "*" }, `all ${r.length}`), r.map((t) => e("option", { value: t }, t))), this.target.value = n === "*" || r.includes(n) ? n : "", this.rebuild();
	}
	setMarks(e) {
		this.marks = e, this.plot?.redraw(!1);
	}
	get singleTarget() {
		let e = v(this.shown);
		return e.length === 1 ? e[0] : this.target.value && this.target.value !== "*" ? this.target.value : void 0;
	}
	rebuild() {
		this.shown = _(this.all, this.target.value, this.family), this.points = this.shown.map(() => la);
		let e = this.shown[0]?.info.unit ?? "";
		this.title.textContent = e ? `${this.family.title}, ${e}` : this.family.title, this.plot?.destroy(), this.plot = new qi(this.options(), [[]], this.holder), this.plot.over.append(this.cursor);
		let t = this.shown.map((e) => ({
			curve: e,
			name: this.nameOf(e),
			style: y(e, this.shown, this.family),
			shown: !this.hidden.has(this.key(e))
		}));
		this.legend.show(t, this.hiddenCount()), this.fetch(), this.onTarget();
	}
	hiddenCount() {
		let t = v(this.all).length - v(this.shown).length;
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
		let { text: e, grid: t } = m(), n = {
			stroke: e,
			grid: {
				stroke: t,
				width: 1
			},
			ticks: {
				stroke: t,
				width: 1
			},
			font: "12px system-ui, sans-serif"
		}, r = this.shown;
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
				...n,
				size: 30,
				values: (e, t, n, r, i) => t.map((e) => Ji(e, i))
			}, {
				...n,
				size: 64,
				values: (e, t) => t.map((e) => Yi(e))
			}],
			series: [{}, ...r.map((e) => this.seriesOf(e))],
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
		let t = y(e, this.shown, this.family), n = qi.paths.stepped?.({ align: 1 });
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
		for (let t of this.shown.flatMap((e) => e.info.thresholds ?? [])) e.set(`${t.name} ${t.value}`, t);
		return [...e.values()];
	}
	rangeY(e, t) {
		let n = Math.min(this.family.zero ? 0 : e ?? 0, e ?? 0), r = t ?? 1;
		for (let { value: e } of this.thresholds()) e <= r * 2 && (r = Math.max(r, e));
		return !this.family.zero && e !== null && (n = e), r <= n && (r = n + 1), [n, r + (r - n) * (this.thresholds().length ? .15 : .06)];
	}
	async fetch() {
		this.request.abort();
		let e = this.request = new AbortController(), { from_s: t, to_s: n } = this.view.window.value, r = Math.max(200, Math.round(this.holder.clientWidth || 600)), i = this.shown;
		try {
			let a = await Promise.all(i.map((i) => this.source(i, t, n, r, e.signal)));
			if (e.signal.aborted) return;
			this.points = a;
			let o = a.map((e, t) => i[t]?.info.stepped === !1 ? e : x(e, n));
			this.plot?.setData(C(o)), this.placed(), this.values(), this.fillTable(), this.describe(), this.element.dataset.state = "drawn", this.onDrawn();
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
		this.legend.values(this.points, this.view.hover.value ?? this.view.at.value);
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
	get canvas() {
		return this.plot?.ctx.canvas;
	}
	picture() {
		let { from_s: e, to_s: t } = this.view.window.value, n = this.plot?.scales.y, r = this.shown.flatMap((e, t) => {
			if (this.hidden.has(this.key(e))) return [];
			let n = y(e, this.shown, this.family), { target: r, quantity: i, unit: a, stepped: o } = e.info;
			return [{
				run: e.label,
				target: r,
				quantity: i,
				unit: a,
				stepped: o !== !1,
				points: this.points[t] ?? la,
				colour: p(n.colour, !1),
				dash: d[n.dash % d.length] ?? []
			}];
		}), i = this.thresholds().map((e) => ({
			...e,
			colour: m(!1).text
		}));
		return {
			title: this.title.textContent ?? "",
			from_s: e,
			to_s: t,
			low: n?.min ?? 0,
			high: n?.max ?? 1,
			curves: r,
			lines: i
		};
	}
}, da = 0, fa = class {
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
		this.view = e, this.source = t, da += 1, this.sync = `cellwise-${da}`;
	}
	setCurves(e) {
		let t = g(e);
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
	pictures() {
		return [...this.strips.values()].map((e) => e.picture());
	}
	csv() {
		return new Blob([ee(this.pictures())], { type: "text/csv" });
	}
	svg(e) {
		return new Blob([N(this.pictures(), e)], { type: "image/svg+xml" });
	}
	async png(e) {
		let t = [...this.strips.values()].flatMap((e) => e.canvas ? [{
			title: e.picture().title,
			canvas: e.canvas
		}] : []), { text: n, back: r } = m(), i = devicePixelRatio, a = 24 * i, o = document.createElement("canvas");
		o.width = Math.max(...t.map((e) => e.canvas.width), 100), o.height = t.reduce((e, t) => e + t.canvas.height + a, a * 1.5);
		let s = o.getContext("2d");
		if (!s) throw Error("This browser has no canvas.");
		s.fillStyle = r, s.fillRect(0, 0, o.width, o.height), s.fillStyle = n, s.font = `bold ${14 * i}px system-ui, sans-serif`, s.fillText(e, 8 * i, a);
		let c = a * 1.5;
		s.font = `${12 * i}px system-ui, sans-serif`;
		for (let e of t) s.fillText(e.title, 8 * i, c + a * .7), s.drawImage(e.canvas, 0, c + a), c += e.canvas.height + a;
		return new Promise((e, t) => o.toBlob((n) => n ? e(n) : t(/* @__PURE__ */ Error("The picture is too large.")), "image/png"));
	}
};
function pa(t) {
	return e("div", {
		class: "buttons",
		role: "group",
		"aria-label": "Part of time that is shown"
	}, a("Earlier", () => t.pan(-.5), { "data-testid": "earlier" }), a("Later", () => t.pan(.5), { "data-testid": "later" }), a("Zoom in", () => t.zoom(.5), { "data-testid": "zoom-in" }), a("Zoom out", () => t.zoom(2), { "data-testid": "zoom-out" }), a("Whole run", () => t.reset(), { "data-testid": "zoom-reset" }));
}
function ma(t, n) {
	let r = URL.createObjectURL(t);
	e("a", {
		href: r,
		download: n
	}).click(), setTimeout(() => URL.revokeObjectURL(r), 1e4);
}
// src/base/signal.ts
var ha = class {
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
}, ga = 1e-8, _a = class {
	window;
	at;
	hover = new ha(null);
	whole;
	constructor(e) {
		this.whole = {
			from_s: 0,
			to_s: e
		}, this.window = new ha(this.whole), this.at = new ha(0);
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
		let n = Math.min(Math.max(t - e, ga), this.whole.to_s), r = Math.min(Math.max(e, 0), this.whole.to_s - n);
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
}, va = 20, ya = 1e3, ba = [
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
], xa = class {
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
			max: ya,
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
		}, ba.map((t) => e("option", { value: t }, `${O(t)} per s`))), this.element = e("div", {
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
		this.view.at.set(e + Number(this.bar.value) / ya * (t - e));
	}
	key(e) {
		if (e.key === " ") this.toggle();
		else if (e.key === "Escape") this.pause(), this.view.at.set(this.view.window.value.from_s);
		else return;
		e.preventDefault();
	}
	placed() {
		let { from_s: e, to_s: t } = this.view.window.value, n = this.view.at.value;
		this.bar.value = String(Math.round((n - e) / (t - e) * ya));
		let r = O(n, 6);
		this.clock.textContent = r, this.bar.setAttribute("aria-valuetext", r);
	}
	offerSpeed() {
		if (this.chosen) return;
		let { from_s: e, to_s: t } = this.view.window.value, n = (t - e) / va, r = ba.reduce((e, t) => Math.abs(Math.log(t / n)) < Math.abs(Math.log(e / n)) ? t : e);
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
}, Sa = class {
	model;
	asked = 0;
	waiting = /* @__PURE__ */ new Map();
	listener = (e, t) => this.answered(e, t);
	constructor(e) {
		this.model = e, e.on("msg:custom", this.listener);
	}
	stop() {
		this.model.off("msg:custom", this.listener);
	}
	points(e, t, n, r, i) {
		let a = this.asked += 1;
		return new Promise((o, s) => {
			this.waiting.set(a, {
				resolve: o,
				reject: s
			}), i.addEventListener("abort", () => this.waiting.delete(a) && s(/* @__PURE__ */ Error("not needed any more"))), this.model.send({
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
		let [i, a] = n.map(Ca);
		i && a && r?.resolve({
			time_s: i,
			value: a
		});
	}
};
function Ca(e) {
	return new Float64Array(e.buffer.slice(e.byteOffset, e.byteOffset + e.byteLength));
}
function wa({ model: t, el: n }) {
	let r = String(t.get("title")), i = new _a(Number(t.get("end_s"))), o = new Sa(t), s = new fa(i, (...e) => o.points(...e)), c = e("p", {
		class: "error",
		role: "alert"
	});
	s.onError = (e) => c.textContent = e instanceof Error ? e.message : String(e);
	let l = (e, t) => a(e, () => void Promise.resolve(t()).then((t) => ma(t, `cellwise.${e.toLowerCase()}`))), u = e("div", {
		class: "buttons",
		role: "group",
		"aria-label": "Save"
	}, l("CSV", () => s.csv()), l("SVG", () => s.svg(r)), l("PNG", () => s.png(r))), d = e("div", { class: f() ? "cellwise-widget dark" : "cellwise-widget" }, e("h3", {}, r), new xa(i).element, e("div", { class: "toolbar" }, pa(i), u), c, s.element);
	n.append(d);
	let p = t.get("series");
	return s.setCurves(p.map((e) => ({
		run: "run",
		label: r,
		rank: 0,
		info: e
	}))), () => {
		o.stop(), s.destroy();
	};
}
var Ta = { render: wa };
export { Ta as default };
