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
function b({ time_s: e }, t) {
	let n = 0, r = e.length;
	for (; n < r;) {
		let i = n + r >> 1;
		(e[i] ?? 0) <= t ? n = i + 1 : r = i;
	}
	return n;
}
function x(e, t) {
	let n = e.value[b(e, t) - 1];
	return n === void 0 || !Number.isFinite(n) ? null : n;
}
function S(e, t, n) {
	let r = x(e, t - n / 2), i = e.value.subarray(b(e, t - n / 2), b(e, t + n / 2)), a = [...r === null ? [] : [r], ...i].filter(Number.isFinite);
	return a.length ? Math.max(...a) : null;
}
function C({ info: e }) {
	return e.peak ? [{
		name: "true peak",
		value: e.peak,
		peak: !0
	}] : [];
}
function w(e, t) {
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
function T({ value: e }) {
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
function E(e) {
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
function D(e) {
	let t = Number(e.toPrecision(12)), n = String(t);
	return n.includes("e") && Math.abs(t) < 0x38d7ea4c68000 && Math.abs(t) >= 1e-9 ? t.toFixed(12).replace(/\.?0+$/, "") : n;
}
function O(e, t) {
	return e === 0 ? 0 : Number(e.toPrecision(t));
}
var k = [
	[1e9, "G"],
	[1e6, "M"],
	[1e3, "k"],
	[1, ""]
];
function ee(e, t = "") {
	if (e == null || !Number.isFinite(e)) return "–";
	if (t === "s") return A(e);
	let n = Math.abs(e);
	if (t.endsWith("bit/s") || t === "bps") {
		let [t, r] = k.find(([e]) => n >= e) ?? [1, ""];
		return `${D(O(e / t, 4))} ${r}bit/s`;
	}
	let r = D(n >= 1e3 && Number.isInteger(e) ? e : O(e, 4));
	return t ? `${r} ${t}` : r;
}
function A(e, t = 5) {
	let n = Math.abs(e), [r, i] = n >= 1 || n === 0 ? [1, "s"] : n >= .001 ? [.001, "ms"] : n >= 1e-6 ? [1e-6, "µs"] : [1e-9, "ns"];
	return `${D(O(e / r, t))} ${i}`;
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
	for (let n = Math.ceil(e / a - 1e-9); n * a <= t + a * 1e-9; n += 1) o.push(O(n * a, 12));
	return o;
}
var j = {
	left: 70,
	right: 14,
	top: 24,
	bottom: 6
}, ie = 190;
function ae(e) {
	return e.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
function M(e, t, n, r) {
	let i = [], a, o = e.stepped ? w(e.points, t) : e.points;
	return o.time_s.forEach((t, s) => {
		let c = o.value[s] ?? NaN;
		if (e.stepped && a !== void 0 && i.push(`L${N(n(t))} ${N(a)}`), !Number.isFinite(c)) return void (a = void 0);
		let l = r(c);
		i.push(`${a === void 0 ? "M" : "L"}${N(n(t))} ${N(l)}`), a = l;
	}), i.join("");
}
function N(e) {
	return String(Math.round(e * 10) / 10);
}
function P(e, t, n, r, i) {
	let a = n - j.right, o = t + ie - j.bottom, s = (t) => j.left + (t - e.from_s) / (e.to_s - e.from_s) * (a - j.left), c = (n) => o - (n - e.low) / (e.high - e.low || 1) * (o - t - j.top), l = [`<text x="${j.left}" y="${t + 15}" font-weight="bold">${ae(e.title)}</text>`];
	for (let t of re(e.low, e.high, 5)) l.push(`<line x1="${j.left}" x2="${a}" y1="${N(c(t))}" y2="${N(c(t))}" stroke="${r.grid}"/>`), l.push(`<text x="${j.left - 6}" y="${N(c(t) + 4)}" text-anchor="end">${D(t)}</text>`);
	l.push(`<clipPath id="${i}"><rect x="${j.left}" y="${t + j.top - 2}" width="${a - j.left}" height="${o - t - j.top + 4}"/></clipPath>`);
	for (let t of e.lines) l.push(`<line x1="${j.left}" x2="${a}" y1="${N(c(t.value))}" y2="${N(c(t.value))}" stroke="${t.colour}" stroke-dasharray="2 4" clip-path="url(#${i})"><title>${ae(t.name)}</title></line>`);
	for (let t of e.curves) {
		let n = t.dash.length ? ` stroke-dasharray="${t.dash.join(" ")}"` : "";
		l.push(`<path d="${M(t, e.to_s, s, c)}" fill="none" stroke="${t.colour}" stroke-width="1.4"${n} clip-path="url(#${i})"><title>${ae(`${t.run}: ${t.quantity} of ${t.target}`)}</title></path>`);
	}
	return l.join("\n");
}
function oe(e, t, n) {
	let r = /* @__PURE__ */ new Map();
	for (let t of e.flatMap((e) => e.curves)) r.set(`${t.run}: ${t.quantity} of ${t.target}`, t);
	let i = [...r].map(([e, r], i) => {
		let a = t + 14 + i * 16, o = r.dash.length ? ` stroke-dasharray="${r.dash.join(" ")}"` : "";
		return `<line x1="${j.left}" x2="${j.left + 28}" y1="${a - 4}" y2="${a - 4}" stroke="${r.colour}" stroke-width="2"${o}/><text x="${j.left + 34}" y="${a}" fill="${n}">${ae(e)}</text>`;
	});
	return {
		svg: i.join("\n"),
		height: i.length * 16 + 20
	};
}
function F(e, t, n = 900, r = {
	text: "#333333",
	grid: "#dddddd",
	back: "#ffffff"
}) {
	let i = 30 + e.length * ie, a = oe(e, i + 40, r.text), o = e[0], s = n - j.right, c = o ? re(o.from_s, o.to_s, 8).map((e) => `<text x="${N(j.left + (e - o.from_s) / (o.to_s - o.from_s) * (s - j.left))}" y="${i + 14}" text-anchor="middle">${D(e)}</text>`) : [], l = i + 40 + a.height;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n} ${l}" width="${n}" height="${l}" font-family="sans-serif" font-size="12" fill="${r.text}">`,
		`<rect width="100%" height="100%" fill="${r.back}"/>`,
		`<text x="${j.left}" y="20" font-size="14">${ae(t)}</text>`,
		...e.map((e, t) => P(e, 30 + t * ie, n, r, `clip${t}`)),
		...c,
		`<text x="${(j.left + s) / 2}" y="${i + 32}" text-anchor="middle">time, s</text>`,
		a.svg,
		"</svg>\n"
	].join("\n");
}
// node_modules/uplot/dist/uPlot.esm.js
var I = !0, se = "uplot", ce = "u-hz", le = "u-vt", ue = "u-title", de = "u-wrap", fe = "u-under", pe = "u-over", me = "u-axis", he = "u-off", ge = "u-select", _e = "u-cursor-x", ve = "u-cursor-y", ye = "u-cursor-pt", be = "u-legend", xe = "u-live", Se = "u-inline", Ce = "u-series", we = "u-marker", Te = "u-label", Ee = "u-value", De = "width", Oe = "height", ke = "top", Ae = "bottom", je = "left", Me = "right", Ne = "#000", Pe = "#0000", Fe = "mousemove", Ie = "mousedown", Le = "mouseup", Re = "mouseenter", ze = "mouseleave", Be = "dblclick", Ve = "resize", He = "scroll", Ue = "change", We = "dppxchange", Ge = "--", Ke = typeof window < "u", qe = Ke ? document : null, Je = Ke ? window : null, Ye = Ke ? navigator : null, L, Xe;
function Ze() {
	let e = devicePixelRatio;
	L != e && (L = e, Xe && dt(Ue, Xe, Ze), Xe = matchMedia(`(min-resolution: ${L - .001}dppx) and (max-resolution: ${L + .001}dppx)`), ut(Ue, Xe, Ze), Je.dispatchEvent(new CustomEvent(We)));
}
function Qe(e, t) {
	if (t != null) {
		let n = e.classList;
		!n.contains(t) && n.add(t);
	}
}
function $e(e, t) {
	let n = e.classList;
	n.contains(t) && n.remove(t);
}
function R(e, t, n) {
	e.style[t] = n + "px";
}
function et(e, t, n, r) {
	let i = qe.createElement(e);
	return t != null && Qe(i, t), n?.insertBefore(i, r), i;
}
function tt(e, t) {
	return et("div", e, t);
}
var nt = /* @__PURE__ */ new WeakMap();
function rt(e, t, n, r, i) {
	let a = "translate(" + t + "px," + n + "px)";
	a != nt.get(e) && (e.style.transform = a, nt.set(e, a), t < 0 || n < 0 || t > r || n > i ? Qe(e, he) : $e(e, he));
}
var it = /* @__PURE__ */ new WeakMap();
function at(e, t, n) {
	let r = t + n;
	r != it.get(e) && (it.set(e, r), e.style.background = t, e.style.borderColor = n);
}
var ot = /* @__PURE__ */ new WeakMap();
function st(e, t, n, r) {
	let i = t + "" + n;
	i != ot.get(e) && (ot.set(e, i), e.style.height = n + "px", e.style.width = t + "px", e.style.marginLeft = r ? -t / 2 + "px" : 0, e.style.marginTop = r ? -n / 2 + "px" : 0);
}
var ct = { passive: !0 }, lt = {
	...ct,
	capture: !0
};
function ut(e, t, n, r) {
	t.addEventListener(e, n, r ? lt : ct);
}
function dt(e, t, n, r) {
	t.removeEventListener(e, n, ct);
}
Ke && Ze();
function ft(e, t, n, r) {
	let i;
	n ||= 0, r ||= t.length - 1;
	let a = r <= 2147483647;
	for (; r - n > 1;) i = a ? n + r >> 1 : H((n + r) / 2), t[i] < e ? n = i : r = i;
	return e - t[n] <= t[r] - e ? n : r;
}
function pt(e) {
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
var mt = (e) => e != null, ht = (e) => e != null && e > 0, z = pt(mt), B = pt(ht);
function gt(e, t, n, r = 0, i = !1) {
	let a = i ? B : z, o = i ? ht : mt;
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
	return [s ?? U, c ?? -U];
}
function _t(e, t, n, r) {
	let i = It(e), a = It(t);
	e == t && (i == -1 ? (e *= n, t /= n) : (e /= n, t *= n));
	let o = n == 10 ? Lt : Rt, s = i == 1 ? H : Mt, c = a == 1 ? Mt : H, l = s(o(At(e))), u = c(o(At(t))), d = Ft(n, l), f = Ft(n, u);
	return n == 10 && (l < 0 && (d = G(d, -l)), u < 0 && (f = G(f, -u))), r || n == 2 ? (e = d * i, t = f * a) : (e = en(e, d), t = $t(t, f)), [e, t];
}
function vt(e, t, n, r) {
	let i = _t(e, t, n, r);
	return e == 0 && (i[0] = 0), t == 0 && (i[1] = 0), i;
}
var yt = .1, bt = {
	mode: 3,
	pad: yt
}, xt = {
	pad: 0,
	soft: null,
	mode: 0
}, St = {
	min: xt,
	max: xt
};
function Ct(e, t, n, r) {
	return fn(n) ? Tt(e, t, n) : (xt.pad = n, xt.soft = r ? 0 : null, xt.mode = r ? 3 : 0, Tt(e, t, St));
}
function V(e, t) {
	return e ?? t;
}
function wt(e, t, n) {
	for (t = V(t, 0), n = V(n, e.length - 1); t <= n;) {
		if (e[t] != null) return !0;
		t++;
	}
	return !1;
}
function Tt(e, t, n) {
	let r = n.min, i = n.max, a = V(r.pad, 0), o = V(i.pad, 0), s = V(r.hard, -U), c = V(i.hard, U), l = V(r.soft, U), u = V(i.soft, -U), d = V(r.mode, 0), f = V(i.mode, 0), p = t - e, m = Lt(p), h = Pt(At(e), At(t)), g = At(Lt(h) - m);
	(p < 1e-24 || g > 10) && (p = 0, (e == 0 || t == 0) && (p = 1e-24, d == 2 && l != U && (a = 0), f == 2 && u != -U && (o = 0)));
	let _ = p || h || 1e3, v = Ft(10, H(Lt(_))), y = G(en(e - _ * (p == 0 ? e == 0 ? .1 : 1 : a), v / 10), 24), b = e >= l && (d == 1 || d == 3 && y <= l || d == 2 && y >= l) ? l : U, x = Pt(s, y < b && e >= b ? b : Nt(b, y)), S = G($t(t + _ * (p == 0 ? t == 0 ? .1 : 1 : o), v / 10), 24), C = t <= u && (f == 1 || f == 3 && S >= u || f == 2 && S <= u) ? u : -U, w = Nt(c, S > C && t <= C ? C : Pt(C, S));
	return x == w && x == 0 && (w = 100), [x, w];
}
var Et = new Intl.NumberFormat(Ke ? Ye.language : "en-US"), Dt = (e) => Et.format(e), Ot = Math, kt = Ot.PI, At = Ot.abs, H = Ot.floor, jt = Ot.round, Mt = Ot.ceil, Nt = Ot.min, Pt = Ot.max, Ft = Ot.pow, It = Ot.sign, Lt = Ot.log10, Rt = Ot.log2, zt = (e, t = 1) => Ot.sinh(e) * t, Bt = (e, t = 1) => Ot.asinh(e / t), U = Infinity;
function Vt(e) {
	return (Lt((e ^ e >> 31) - (e >> 31)) | 0) + 1;
}
function Ht(e, t, n) {
	return Nt(Pt(e, t), n);
}
function Ut(e) {
	return typeof e == "function";
}
function W(e) {
	return Ut(e) ? e : () => e;
}
var Wt = () => {}, Gt = (e) => e, Kt = (e, t) => t, qt = (e) => null, Jt = (e) => !0, Yt = (e, t) => e == t, Xt = /\.\d*?(?=9{6,}|0{6,})/gm, Zt = (e) => {
	if (ln(e) || tn.has(e)) return e;
	let t = `${e}`, n = t.match(Xt);
	if (n == null) return e;
	let r = n[0].length - 1;
	if (t.indexOf("e-") != -1) {
		let [e, n] = t.split("e");
		return +`${Zt(e)}e${n}`;
	}
	return G(e, r);
};
function Qt(e, t) {
	return Zt(G(Zt(e / t)) * t);
}
function $t(e, t) {
	return Zt(Mt(Zt(e / t)) * t);
}
function en(e, t) {
	return Zt(H(Zt(e / t)) * t);
}
function G(e, t = 0) {
	if (ln(e)) return e;
	let n = 10 ** t;
	return jt(e * n * (1 + 2 ** -52)) / n;
}
var tn = /* @__PURE__ */ new Map();
function nn(e) {
	return (("" + e).split(".")[1] || "").length;
}
function rn(e, t, n, r) {
	let i = [], a = r.map(nn);
	for (let o = t; o < n; o++) {
		let t = At(o), n = G(Ft(e, o), t);
		for (let s = 0; s < r.length; s++) {
			let c = e == 10 ? +`${r[s]}e${o}` : r[s] * n, l = (o >= 0 ? 0 : t) + (o >= a[s] ? 0 : a[s]), u = e == 10 ? c : G(c, l);
			i.push(u), tn.set(u, l);
		}
	}
	return i;
}
var an = {}, on = [], sn = [null, null], cn = Array.isArray, ln = Number.isInteger, un = (e) => e === void 0;
function dn(e) {
	return typeof e == "string";
}
function fn(e) {
	let t = !1;
	if (e != null) {
		let n = e.constructor;
		t = n == null || n == Object;
	}
	return t;
}
function pn(e) {
	return typeof e == "object" && !!e;
}
var mn = Object.getPrototypeOf(Uint8Array), hn = "__proto__";
function gn(e, t = fn) {
	let n;
	if (cn(e)) {
		let r = e.find((e) => e != null);
		if (cn(r) || t(r)) {
			n = Array(e.length);
			for (let r = 0; r < e.length; r++) n[r] = gn(e[r], t);
		} else n = e.slice();
	} else if (e instanceof mn) n = e.slice();
	else if (t(e)) {
		n = {};
		for (let r in e) r != hn && (n[r] = gn(e[r], t));
	} else n = e;
	return n;
}
function K(e) {
	let t = arguments;
	for (let n = 1; n < t.length; n++) {
		let r = t[n];
		for (let t in r) t != hn && (fn(e[t]) ? K(e[t], gn(r[t])) : e[t] = gn(r[t]));
	}
	return e;
}
var _n = 0, vn = 1, yn = 2;
function bn(e, t, n) {
	for (let r = 0, i, a = -1; r < t.length; r++) {
		let o = t[r];
		if (o > a) {
			for (i = o - 1; i >= 0 && e[i] == null;) e[i--] = null;
			for (i = o + 1; i < n && e[i] == null;) e[a = i++] = null;
		}
	}
}
function xn(e, t) {
	if (wn(e)) {
		let t = e[0].slice();
		for (let n = 1; n < e.length; n++) t.push(...e[n].slice(1));
		return Tn(t[0]) || (t = Cn(t)), t;
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
			let c = o[e], l = Array(i).fill(void 0), u = t ? t[n][e] : vn, d = [];
			for (let e = 0; e < c.length; e++) {
				let t = c[e], n = a.get(s[e]);
				t === null ? u != _n && (l[n] = t, u == yn && d.push(n)) : l[n] = t;
			}
			bn(l, d, i), r.push(l);
		}
	}
	return r;
}
var Sn = typeof queueMicrotask > "u" ? (e) => Promise.resolve().then(e) : queueMicrotask;
function Cn(e) {
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
function wn(e) {
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
function Tn(e, t = 100) {
	let n = e.length;
	if (n <= 1) return !0;
	let r = 0, i = n - 1;
	for (; r <= i && e[r] == null;) r++;
	for (; i >= r && e[i] == null;) i--;
	if (i <= r) return !0;
	let a = Pt(1, H((i - r + 1) / t));
	for (let t = e[r], n = r + a; n <= i; n += a) {
		let r = e[n];
		if (r != null) {
			if (r <= t) return !1;
			t = r;
		}
	}
	return !0;
}
var En = [
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
], Dn = [
	"Sunday",
	"Monday",
	"Tuesday",
	"Wednesday",
	"Thursday",
	"Friday",
	"Saturday"
];
function On(e) {
	return e.slice(0, 3);
}
var kn = Dn.map(On), An = {
	MMMM: En,
	MMM: En.map(On),
	WWWW: Dn,
	WWW: kn
};
function jn(e) {
	return (e < 10 ? "0" : "") + e;
}
function Mn(e) {
	return (e < 10 ? "00" : e < 100 ? "0" : "") + e;
}
var Nn = {
	YYYY: (e) => e.getFullYear(),
	YY: (e) => (e.getFullYear() + "").slice(2),
	MMMM: (e, t) => t.MMMM[e.getMonth()],
	MMM: (e, t) => t.MMM[e.getMonth()],
	MM: (e) => jn(e.getMonth() + 1),
	M: (e) => e.getMonth() + 1,
	DD: (e) => jn(e.getDate()),
	D: (e) => e.getDate(),
	WWWW: (e, t) => t.WWWW[e.getDay()],
	WWW: (e, t) => t.WWW[e.getDay()],
	HH: (e) => jn(e.getHours()),
	H: (e) => e.getHours(),
	h: (e) => {
		let t = e.getHours();
		return t == 0 ? 12 : t > 12 ? t - 12 : t;
	},
	AA: (e) => e.getHours() >= 12 ? "PM" : "AM",
	aa: (e) => e.getHours() >= 12 ? "pm" : "am",
	a: (e) => e.getHours() >= 12 ? "p" : "a",
	mm: (e) => jn(e.getMinutes()),
	m: (e) => e.getMinutes(),
	ss: (e) => jn(e.getSeconds()),
	s: (e) => e.getSeconds(),
	fff: (e) => Mn(e.getMilliseconds())
};
function Pn(e, t) {
	t ||= An;
	let n = [], r = /\{([a-z]+)\}|[^{]+/gi, i;
	for (; i = r.exec(e);) n.push(i[0][0] == "{" ? Nn[i[1]] : i[0]);
	return (e) => {
		let r = "";
		for (let i = 0; i < n.length; i++) r += typeof n[i] == "string" ? n[i] : n[i](e, t);
		return r;
	};
}
var Fn = new Intl.DateTimeFormat().resolvedOptions().timeZone;
function In(e, t) {
	let n;
	return t == "UTC" || t == "Etc/UTC" ? n = /* @__PURE__ */ new Date(+e + e.getTimezoneOffset() * 6e4) : t == Fn ? n = e : (n = new Date(e.toLocaleString("en-US", { timeZone: t })), n.setMilliseconds(e.getMilliseconds())), n;
}
var Ln = (e) => e % 1 == 0, q = [
	1,
	2,
	2.5,
	5
], Rn = rn(10, -32, 0, q), zn = rn(10, 0, 32, q), Bn = zn.filter(Ln), Vn = Rn.concat(zn), Hn = "\n", Un = "{YYYY}", Wn = Hn + Un, Gn = "{M}/{D}", Kn = Hn + Gn, qn = Kn + "/{YY}", Jn = "{aa}", Yn = "{h}:{mm}" + Jn, Xn = Hn + Yn, Zn = ":{ss}", J = null;
function Qn(e) {
	let t = e * 1e3, n = t * 60, r = n * 60, i = r * 24, a = i * 30, o = i * 365, s = (e == 1 ? rn(10, 0, 3, q).filter(Ln) : rn(10, -3, 0, q)).concat([
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
			Un,
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
			Wn,
			J,
			J,
			J,
			J,
			J,
			1
		],
		[
			i,
			Gn,
			Wn,
			J,
			J,
			J,
			J,
			J,
			1
		],
		[
			r,
			"{h}" + Jn,
			qn,
			J,
			Kn,
			J,
			J,
			J,
			1
		],
		[
			n,
			Yn,
			qn,
			J,
			Kn,
			J,
			J,
			J,
			1
		],
		[
			t,
			Zn,
			qn + " " + Yn,
			J,
			Kn + " " + Yn,
			J,
			Xn,
			J,
			1
		],
		[
			e,
			Zn + ".{fff}",
			qn + " " + Yn,
			J,
			Kn + " " + Yn,
			J,
			Xn,
			J,
			1
		]
	];
	function l(t) {
		return (s, c, l, u, d, f) => {
			let p = [], m = d >= o, h = d >= a && d < o, g = t(l), _ = G(g * e, 3), v = cr(g.getFullYear(), m ? 0 : g.getMonth(), h || m ? 1 : g.getDate()), y = G(v * e, 3);
			if (h || m) {
				let n = h ? d / a : 0, r = m ? d / o : 0, i = _ == y ? _ : G(cr(v.getFullYear() + r, v.getMonth() + n, 1) * e, 3), s = new Date(jt(i / e)), c = s.getFullYear(), l = s.getMonth();
				for (let a = 0; i <= u; a++) {
					let o = cr(c + r * a, l + n * a, 1), s = o - t(G(o * e, 3));
					i = G((+o + s) * e, 3), i <= u && p.push(i);
				}
			} else {
				let a = d >= i ? i : d, o = y + (H(l) - H(_)) + $t(_ - y, a);
				p.push(o);
				let m = t(o), h = m.getHours() + m.getMinutes() / n + m.getSeconds() / r, g = d / r, v = f / s.axes[c]._space;
				for (; o = G(o + d, e == 1 ? 0 : 3), !(o > u);) if (g > 1) {
					let e = H(G(h + g, 6)) % 24, n = t(o).getHours() - e;
					n > 1 && (n = -1), o -= n * r, h = (h + g) % 24;
					let i = p[p.length - 1];
					G((o - i) / d, 3) * v >= .7 && p.push(o);
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
var [$n, er, tr] = Qn(1), [nr, rr, ir] = Qn(.001);
rn(2, -53, 53, [1]);
function ar(e, t) {
	return e.map((e) => e.map((n, r) => r == 0 || r == 8 || n == null ? n : t(r == 1 || e[8] == 0 ? n : e[1] + n)));
}
function or(e, t) {
	return (n, r, i, a, o) => {
		let s = t.find((e) => o >= e[0]) || t[t.length - 1], c, l, u, d, f, p;
		return r.map((t) => {
			let n = e(t), r = n.getFullYear(), i = n.getMonth(), a = n.getDate(), o = n.getHours(), m = n.getMinutes(), h = n.getSeconds(), g = r != c && s[2] || i != l && s[3] || a != u && s[4] || o != d && s[5] || m != f && s[6] || h != p && s[7] || s[1];
			return c = r, l = i, u = a, d = o, f = m, p = h, g(n);
		});
	};
}
function sr(e, t) {
	let n = Pn(t);
	return (t, r, i, a, o) => r.map((t) => n(e(t)));
}
function cr(e, t, n) {
	return new Date(e, t, n);
}
function lr(e, t) {
	return t(e);
}
var ur = "{YYYY}-{MM}-{DD} {h}:{mm}{aa}";
function dr(e, t) {
	return (n, r, i, a) => a == null ? Ge : t(e(r));
}
function fr(e, t) {
	let n = e.series[t];
	return n.width ? n.stroke(e, t) : n.points.width ? n.points.stroke(e, t) : null;
}
function pr(e, t) {
	return e.series[t].fill(e, t);
}
var mr = {
	show: !0,
	live: !0,
	isolate: !1,
	mount: Wt,
	markers: {
		show: !0,
		width: 2,
		stroke: fr,
		fill: pr,
		dash: "solid"
	},
	idx: null,
	idxs: null,
	values: []
};
function hr(e, t) {
	let n = e.cursor.points, r = tt(), i = n.size(e, t);
	R(r, De, i), R(r, Oe, i);
	let a = i / -2;
	R(r, "marginLeft", a), R(r, "marginTop", a);
	let o = n.width(e, t, i);
	return o && R(r, "borderWidth", o), r;
}
function gr(e, t) {
	let n = e.series[t].points;
	return n._fill || n._stroke;
}
function _r(e, t) {
	let n = e.series[t].points;
	return n._stroke || n._fill;
}
function vr(e, t) {
	return e.series[t].points.size;
}
var yr = [0, 0];
function br(e, t, n) {
	return yr[0] = t, yr[1] = n, yr;
}
function xr(e, t, n, r = !0) {
	return (e) => {
		e.button != 0 || r && e.target != t || n(e);
	};
}
function Sr(e, t, n, r = !0) {
	return (e) => {
		r && e.target != t || n(e);
	};
}
var Cr = {
	show: !0,
	x: !0,
	y: !0,
	lock: !1,
	move: br,
	points: {
		one: !1,
		show: hr,
		size: vr,
		width: 0,
		stroke: _r,
		fill: gr
	},
	bind: {
		mousedown: xr,
		mouseup: xr,
		click: xr,
		dblclick: xr,
		mousemove: Sr,
		mouseleave: Sr,
		mouseenter: Sr
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
}, wr = {
	show: !0,
	stroke: "rgba(0,0,0,0.07)",
	width: 2
}, Tr = K({}, wr, { filter: Kt }), Er = K({}, Tr, { size: 10 }), Dr = K({}, wr, { show: !1 }), Or = "12px system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, \"Noto Sans\", sans-serif, \"Apple Color Emoji\", \"Segoe UI Emoji\", \"Segoe UI Symbol\", \"Noto Color Emoji\"", kr = "bold " + Or, Ar = 1.5, jr = {
	show: !0,
	scale: "x",
	stroke: Ne,
	space: 50,
	gap: 5,
	alignTo: 1,
	size: 50,
	labelGap: 0,
	labelSize: 30,
	labelFont: kr,
	side: 2,
	grid: Tr,
	ticks: Er,
	border: Dr,
	font: Or,
	lineGap: Ar,
	rotate: 0
}, Mr = "Value", Nr = "Time", Pr = {
	show: !0,
	scale: "x",
	auto: !1,
	sorted: 1,
	min: U,
	max: -Infinity,
	idxs: []
};
function Fr(e, t, n, r, i) {
	return t.map((e) => e == null ? "" : Dt(e));
}
function Ir(e, t, n, r, i, a, o) {
	let s = [], c = tn.get(i) || 0;
	n = o ? n : G($t(n, i), c);
	for (let e = n; e <= r; e = G(e + i, c)) s.push(Object.is(e, -0) ? 0 : e);
	return s;
}
function Lr(e, t, n, r, i, a, o) {
	let s = [], c = e.scales[e.axes[t].scale].log;
	i = Ft(c, H((c == 10 ? Lt : Rt)(n))), c == 10 && (i = Vn[ft(i, Vn)]);
	let l = n, u = i * c;
	c == 10 && (u = Vn[ft(u, Vn)]);
	do
		s.push(l), l += i, c == 10 && !tn.has(l) && (l = G(l, tn.get(i))), l >= u && (i = l, u = i * c, c == 10 && (u = Vn[ft(u, Vn)]));
	while (l <= r);
	return s;
}
function Rr(e, t, n, r, i, a, o) {
	let s = e.scales[e.axes[t].scale].asinh, c = r > s ? Lr(e, t, Pt(s, n), r, i) : [s], l = r >= 0 && n <= 0 ? [0] : [];
	return (n < -s ? Lr(e, t, Pt(s, -r), -n, i) : [s]).reverse().map((e) => -e).concat(l, c);
}
var zr = /./, Br = /[12357]/, Vr = /[125]/, Hr = /1/, Ur = (e, t, n, r) => e.map((e, i) => t == 4 && e == 0 || i % r == 0 && n.test(e.toExponential()[+(e < 0)]) ? e : null);
function Wr(e, t, n, r, i) {
	let a = e.axes[n], o = a.scale, s = e.scales[o], c = e.valToPos, l = a._space, u = c(10, o), d = c(9, o) - u >= l ? zr : c(7, o) - u >= l ? Br : c(5, o) - u >= l ? Vr : Hr;
	if (d == Hr) {
		let e = At(c(1, o) - u);
		if (e < l) return Ur(t.slice().reverse(), s.distr, d, Mt(l / e)).reverse();
	}
	return Ur(t, s.distr, d, 1);
}
function Gr(e, t, n, r, i) {
	let a = e.axes[n], o = a.scale, s = a._space, c = e.valToPos, l = At(c(1, o) - c(2, o));
	return l < s ? Ur(t.slice().reverse(), 3, zr, Mt(s / l)).reverse() : t;
}
function Kr(e, t, n, r) {
	return r == null ? Ge : t == null ? "" : Dt(t);
}
var qr = {
	show: !0,
	scale: "y",
	stroke: Ne,
	space: 30,
	gap: 5,
	alignTo: 1,
	size: 50,
	labelGap: 0,
	labelSize: 30,
	labelFont: kr,
	side: 3,
	grid: Tr,
	ticks: Er,
	border: Dr,
	font: Or,
	lineGap: Ar,
	rotate: 0
};
function Jr(e, t) {
	return G((3 + (e || 1) * 2) * t, 3);
}
function Yr(e, t) {
	let { scale: n, idxs: r } = e.series[0], i = e._data[0], a = e.valToPos(i[r[0]], n, !0), o = At(e.valToPos(i[r[1]], n, !0) - a) / (e.series[t].points.space * L);
	return r[1] - r[0] <= o;
}
var Xr = {
	scale: null,
	auto: !0,
	sorted: 0,
	min: U,
	max: -Infinity
}, Zr = (e, t, n, r, i) => i, Qr = {
	show: !0,
	auto: !0,
	sorted: 0,
	gaps: Zr,
	alpha: 1,
	facets: [K({}, Xr, { scale: "x" }), K({}, Xr, { scale: "y" })]
}, $r = {
	scale: "y",
	auto: !0,
	sorted: 0,
	show: !0,
	spanGaps: !1,
	gaps: Zr,
	alpha: 1,
	points: {
		show: Yr,
		filter: null
	},
	values: null,
	min: U,
	max: -Infinity,
	idxs: [],
	path: null,
	clip: null
};
function ei(e, t, n, r, i) {
	return n / 10;
}
var ti = {
	time: I,
	auto: !0,
	distr: 1,
	log: 10,
	asinh: 1,
	min: null,
	max: null,
	dir: 1,
	ori: 0
}, ni = K({}, ti, {
	time: !1,
	ori: 1
}), ri = {};
function ii(e, t) {
	let n = ri[e];
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
	}, e != null && (ri[e] = n)), n;
}
var ai = 1, oi = 2;
function si(e, t, n) {
	let r = e.mode, i = e.series[t], a = r == 2 ? e._data[t] : e._data, o = e.scales, s = e.bbox, c = a[0], l = r == 2 ? a[1] : a[t], u = r == 2 ? o[i.facets[0].scale] : o[e.series[0].scale], d = r == 2 ? o[i.facets[1].scale] : o[i.scale], f = s.left, p = s.top, m = s.width, h = s.height, g = e.valToPosH, _ = e.valToPosV;
	return u.ori == 0 ? n(i, c, l, u, d, g, _, f, p, m, h, gi, vi, bi, Y, Si) : n(i, c, l, u, d, _, g, p, f, h, m, _i, yi, xi, X, Ci);
}
function ci(e, t) {
	let n = 0, r = 0, i = V(e.bands, on);
	for (let e = 0; e < i.length; e++) {
		let a = i[e];
		a.series[0] == t ? n = a.dir : a.series[1] == t && (a.dir == 1 ? r |= 1 : r |= 2);
	}
	return [n, r == 1 ? -1 : r == 2 ? 1 : r == 3 ? 2 : 0];
}
function li(e, t, n, r, i) {
	let a = e.mode, o = e.series[t], s = a == 2 ? o.facets[1].scale : o.scale, c = e.scales[s];
	return i == -1 ? c.min : i == 1 ? c.max : c.distr == 3 ? c.dir == 1 ? c.min : c.max : 0;
}
function ui(e, t, n, r, i, a) {
	return si(e, t, (e, t, o, s, c, l, u, d, f, p, m) => {
		let h = e.pxRound, g = s.dir * (s.ori == 0 ? 1 : -1), _ = s.ori == 0 ? vi : yi, v, y;
		g == 1 ? (v = n, y = r) : (v = r, y = n);
		let b = h(l(t[v], s, p, d)), x = h(u(o[v], c, m, f)), S = h(l(t[y], s, p, d)), C = h(u(a == 1 ? c.max : c.min, c, m, f)), w = new Path2D(i);
		return _(w, S, C), _(w, b, C), _(w, b, x), w;
	});
}
function di(e, t, n, r, i, a) {
	let o = null;
	if (e.length > 0) {
		o = new Path2D();
		let s = t == 0 ? bi : xi, c = n;
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
function fi(e, t, n) {
	let r = e[e.length - 1];
	r && r[0] == t ? r[1] = n : e.push([t, n]);
}
function pi(e, t, n, r, i, a, o) {
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
function mi(e) {
	return e == 0 ? Gt : e == 1 ? jt : (t) => Qt(t, e);
}
function hi(e) {
	let t = e == 0 ? gi : _i, n = e == 0 ? (e, t, n, r, i, a) => {
		e.arcTo(t, n, r, i, a);
	} : (e, t, n, r, i, a) => {
		e.arcTo(n, t, i, r, a);
	}, r = e == 0 ? (e, t, n, r, i) => {
		e.rect(t, n, r, i);
	} : (e, t, n, r, i) => {
		e.rect(n, t, i, r);
	};
	return (e, i, a, o, s, c = 0, l = 0) => {
		c == 0 && l == 0 ? r(e, i, a, o, s) : (c = Nt(c, o / 2, s / 2), l = Nt(l, o / 2, s / 2), t(e, i + c, a), n(e, i + o, a, i + o, a + s, c), n(e, i + o, a + s, i, a + s, l), n(e, i, a + s, i, a, l), n(e, i, a, i + o, a, c), e.closePath());
	};
}
var gi = (e, t, n) => {
	e.moveTo(t, n);
}, _i = (e, t, n) => {
	e.moveTo(n, t);
}, vi = (e, t, n) => {
	e.lineTo(t, n);
}, yi = (e, t, n) => {
	e.lineTo(n, t);
}, bi = hi(0), xi = hi(1), Y = (e, t, n, r, i, a) => {
	e.arc(t, n, r, i, a);
}, X = (e, t, n, r, i, a) => {
	e.arc(n, t, r, i, a);
}, Si = (e, t, n, r, i, a, o) => {
	e.bezierCurveTo(t, n, r, i, a, o);
}, Ci = (e, t, n, r, i, a, o) => {
	e.bezierCurveTo(n, t, i, r, o, a);
};
function wi(e) {
	return (e, t, n, r, i) => si(e, t, (t, a, o, s, c, l, u, d, f, p, m) => {
		let { pxRound: h, points: g } = t, _, v;
		s.ori == 0 ? (_ = gi, v = Y) : (_ = _i, v = X);
		let y = G(g.width * L, 3), b = (g.size - g.width) / 2 * L, x = G(b * 2, 3), S = new Path2D(), C = new Path2D(), { left: w, top: T, width: E, height: D } = e.bbox;
		bi(C, w - x, T - x, E + x * 2, D + x * 2);
		let O = (e) => {
			if (o[e] != null) {
				let t = h(l(a[e], s, p, d)), n = h(u(o[e], c, m, f));
				_(S, t + b, n), v(S, t, n, b, 0, kt * 2);
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
function Ti(e) {
	return (t, n, r, i, a, o) => {
		r != i && (a != r && o != r && e(t, n, r), a != i && o != i && e(t, n, i), e(t, n, o));
	};
}
var Z = Ti(vi), Ei = Ti(yi);
function Di(e) {
	let t = V(e?.alignGaps, 0);
	return (e, n, r, i) => si(e, n, (a, o, s, c, l, u, d, f, p, m, h) => {
		[r, i] = z(s, r, i);
		let g = a.pxRound, _ = (e) => g(u(e, c, m, f)), v = (e) => g(d(e, l, h, p)), y, b;
		c.ori == 0 ? (y = vi, b = Z) : (y = yi, b = Ei);
		let x = c.dir * (c.ori == 0 ? 1 : -1), S = {
			stroke: new Path2D(),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: ai
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
		let [T, E] = ci(e, n);
		if (a.fill != null || T != 0) {
			let t = S.fill = new Path2D(C), s = v(a.fillTo(e, n, a.min, a.max, T)), c = _(o[r]), l = _(o[i]);
			x == -1 && ([l, c] = [c, l]), y(t, l, s), y(t, c, s);
		}
		if (!a.spanGaps) {
			let l = [];
			w && l.push(...pi(o, s, r, i, x, _, t)), S.gaps = l = a.gaps(e, n, r, i, l), S.clip = di(l, c.ori, f, p, m, h);
		}
		return E != 0 && (S.band = E == 2 ? [ui(e, n, r, i, C, -1), ui(e, n, r, i, C, 1)] : ui(e, n, r, i, C, E)), S;
	});
}
function Oi(e) {
	let t = V(e.align, 1), n = V(e.ascDesc, !1), r = V(e.alignGaps, 0), i = V(e.extend, !1);
	return (e, a, o, s) => si(e, a, (c, l, u, d, f, p, m, h, g, _, v) => {
		[o, s] = z(u, o, s);
		let y = c.pxRound, { left: b, width: x } = e.bbox, S = (e) => y(p(e, d, _, h)), C = (e) => y(m(e, f, v, g)), w = d.ori == 0 ? vi : yi, T = {
			stroke: new Path2D(),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: ai
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
		let [ne, re] = ci(e, a);
		if (c.fill != null || ne != 0) {
			let t = T.fill = new Path2D(E), n = C(c.fillTo(e, a, c.min, c.max, ne));
			w(t, te, n), w(t, A, n);
		}
		if (!c.spanGaps) {
			let i = [];
			i.push(...pi(l, u, o, s, D, S, r));
			let f = c.width * L / 2, p = n || t == 1 ? f : -f, m = n || t == -1 ? -f : f;
			i.forEach((e) => {
				e[0] += p, e[1] += m;
			}), T.gaps = i = c.gaps(e, a, o, s, i), T.clip = di(i, d.ori, h, g, _, v);
		}
		return re != 0 && (T.band = re == 2 ? [ui(e, a, o, s, E, -1), ui(e, a, o, s, E, 1)] : ui(e, a, o, s, E, re)), T;
	});
}
function ki(e, t, n, r, i, a, o = U) {
	if (e.length > 1) {
		let s = null;
		for (let c = 0, l = Infinity; c < e.length; c++) if (t[c] !== void 0) {
			if (s != null) {
				let t = At(e[c] - e[s]);
				t < l && (l = t, o = At(n(e[c], r, i, a) - n(e[s], r, i, a)));
			}
			s = c;
		}
	}
	return o;
}
function Ai(e) {
	e ||= an;
	let t = V(e.size, [
		.6,
		U,
		1
	]), n = e.align || 0, r = e.gap || 0, i = e.radius;
	i = i == null ? [0, 0] : typeof i == "number" ? [i, 0] : i;
	let a = W(i), o = 1 - t[0], s = V(t[1], U), c = V(t[2], 1), l = V(e.disp, an), u = V(e.each, (e) => {}), { fill: d, stroke: f } = l;
	return (e, t, i, p) => si(e, t, (m, h, g, _, v, y, b, x, S, C, w) => {
		let T = m.pxRound, E = n, D = r * L, O = s * L, k = c * L, ee, A;
		_.ori == 0 ? [ee, A] = a(e, t) : [A, ee] = a(e, t);
		let te = _.dir * (_.ori == 0 ? 1 : -1), ne = _.ori == 0 ? bi : xi, re = _.ori == 0 ? u : (e, t, n, r, i, a, o) => {
			u(e, t, n, i, r, o, a);
		}, j = V(e.bands, on).find((e) => e.series[0] == t), ie = j == null ? 0 : j.dir, ae = m.fillTo(e, t, m.min, m.max, ie), M = T(b(ae, v, w, S)), N, P, oe, F = C, I = T(m.width * L), se = !1, ce = null, le = null, ue = null, de = null;
		d != null && (I == 0 || f != null) && (se = !0, ce = d.values(e, t, i, p), le = /* @__PURE__ */ new Map(), new Set(ce).forEach((e) => {
			e != null && le.set(e, new Path2D());
		}), I > 0 && (ue = f.values(e, t, i, p), de = /* @__PURE__ */ new Map(), new Set(ue).forEach((e) => {
			e != null && de.set(e, new Path2D());
		})));
		let { x0: fe, size: pe } = l;
		if (fe != null && pe != null) {
			E = 1, h = fe.values(e, t, i, p), fe.unit == 2 && (h = h.map((t) => e.posToVal(x + t * C, _.key, !0)));
			let n = pe.values(e, t, i, p);
			P = pe.unit == 2 ? n[0] * C : y(n[0], _, C, x) - y(0, _, C, x), F = ki(h, g, y, _, C, x, F), oe = F - P + D;
		} else F = ki(h, g, y, _, C, x, F), oe = F * o + D, P = F - oe;
		oe < 1 && (oe = 0), I >= P / 2 && (I = 0), oe < 5 && (T = Gt);
		let me = oe > 0, he = F - oe - (me ? I : 0);
		P = T(Ht(he, k, O)), N = (E == 0 ? P / 2 : E == te ? 0 : P) - E * te * ((E == 0 ? D / 2 : 0) + (me ? I / 2 : 0));
		let ge = {
			stroke: null,
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: 0
		}, _e = se ? null : new Path2D(), ve = null;
		if (j != null) ve = e.data[j.series[1]];
		else {
			let { y0: n, y1: r } = l;
			n != null && r != null && (g = r.values(e, t, i, p), ve = n.values(e, t, i, p));
		}
		let ye = ee * P, be = A * P;
		for (let n = te == 1 ? i : p; n >= i && n <= p; n += te) {
			let r = g[n];
			if (r == null) continue;
			if (ve != null) {
				let e = ve[n] ?? 0;
				if (r - e == 0) continue;
				M = b(e, v, w, S);
			}
			let i = y(_.distr != 2 || l != null ? h[n] : n, _, C, x), a = b(V(r, ae), v, w, S), o = T(i - N), s = T(Pt(a, M)), c = T(Nt(a, M)), u = s - c;
			if (r != null) {
				let i = r < 0 ? be : ye, a = r < 0 ? ye : be;
				se ? (I > 0 && ue[n] != null && ne(de.get(ue[n]), o, c + H(I / 2), P, Pt(0, u - I), i, a), ce[n] != null && ne(le.get(ce[n]), o, c + H(I / 2), P, Pt(0, u - I), i, a)) : ne(_e, o, c + H(I / 2), P, Pt(0, u - I), i, a), re(e, t, n, o - I / 2, c, P + I, u);
			}
		}
		return I > 0 ? ge.stroke = se ? de : _e : se || (ge._fill = m.width == 0 ? m._fill : m._stroke ?? m._fill, ge.width = 0), ge.fill = se ? le : _e, ge;
	});
}
function ji(e, t) {
	let n = V(t?.alignGaps, 0);
	return (t, r, i, a) => si(t, r, (o, s, c, l, u, d, f, p, m, h, g) => {
		[i, a] = z(c, i, a);
		let _ = o.pxRound, v = (e) => _(d(e, l, h, p)), y = (e) => _(f(e, u, g, m)), b, x, S;
		l.ori == 0 ? (b = gi, S = vi, x = Si) : (b = _i, S = yi, x = Ci);
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
			flags: ai
		}, k = O.stroke, [ee, A] = ci(t, r);
		if (o.fill != null || ee != 0) {
			let e = O.fill = new Path2D(k), n = y(o.fillTo(t, r, o.min, o.max, ee));
			S(e, T, n), S(e, w, n);
		}
		if (!o.spanGaps) {
			let e = [];
			e.push(...pi(s, c, i, a, C, v, n)), O.gaps = e = o.gaps(t, r, i, a, e), O.clip = di(e, l.ori, p, m, h, g);
		}
		return A != 0 && (O.band = A == 2 ? [ui(t, r, i, a, k, -1), ui(t, r, i, a, k, 1)] : ui(t, r, i, a, k, A)), O;
	});
}
function Mi(e) {
	return ji(Ni, e);
}
function Ni(e, t, n, r, i, a) {
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
var Pi = /* @__PURE__ */ new Set();
function Fi() {
	for (let e of Pi) e.syncRect(!0);
}
Ke && (ut(Ve, Je, Fi), ut(He, Je, Fi, !0), ut(We, Je, () => {
	Q.pxRatio = L;
}));
var Ii = Di(), Li = wi();
function Ri(e, t, n, r) {
	return (r ? [e[0], e[1]].concat(e.slice(2)) : [e[0]].concat(e.slice(1))).map((e, r) => Bi(e, r, t, n));
}
function zi(e, t) {
	return e.map((e, n) => n == 0 ? {} : K({}, t, e));
}
function Bi(e, t, n, r) {
	return K({}, t == 0 ? n : r, e);
}
function Vi(e, t, n) {
	return t == null ? sn : [t, n];
}
var Hi = Vi;
function Ui(e, t, n) {
	return t == null ? sn : Ct(t, n, yt, !0);
}
function Wi(e, t, n, r) {
	return t == null ? sn : _t(t, n, e.scales[r].log, !1);
}
var Gi = Wi;
function Ki(e, t, n, r) {
	return t == null ? sn : vt(t, n, e.scales[r].log, !1);
}
var qi = Ki;
function Ji(e, t, n, r, i) {
	let a = Pt(Vt(e), Vt(t)), o = t - e, s = ft(i / r * o, n);
	do {
		let e = n[s], t = r * e / o;
		if (t >= i && a + (e < 5 ? tn.get(e) : 0) <= 17) return [e, t];
	} while (++s < n.length);
	return [0, 0];
}
function Yi(e) {
	let t, n;
	return e = e.replace(/(\d+)px/, (e, r) => (t = jt((n = +r) * L)) + "px"), [
		e,
		t,
		n
	];
}
function Xi(e) {
	e.show && [e.font, e.labelFont].forEach((e) => {
		let t = G(e[2] * L, 1);
		e[0] = e[0].replace(/[0-9.]+px/, t + "px"), e[1] = t;
	});
}
function Q(e, t, n) {
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
	let l = r.root = tt(se);
	if (e.id != null && (l.id = e.id), Qe(l, e.class), e.title) {
		let t = tt(ue, l);
		t.textContent = e.title;
	}
	let u = et("canvas"), d = r.ctx = u.getContext("2d"), f = tt(de, l);
	ut("click", f, (e) => {
		e.target === m && (Y != vi || X != yi) && Ci.click(r, e);
	}, !0);
	let p = r.under = tt(fe, f);
	f.appendChild(u);
	let m = r.over = tt(pe, f);
	e = gn(e);
	let h = +V(e.pxAlign, 1), g = mi(h);
	(e.plugins || []).forEach((t) => {
		t.opts && (e = t.opts(r, e) || e);
	});
	let _ = e.ms || .001, v = r.series = i == 1 ? Ri(e.series || [], Pr, $r, !1) : zi(e.series || [null], Qr), y = r.axes = Ri(e.axes || [], jr, qr, !0), b = r.scales = {}, x = r.bands = e.bands || [];
	x.forEach((e) => {
		e.fill = W(e.fill || null), e.dir = V(e.dir, -1);
	});
	let S = i == 2 ? v[1].facets[0].scale : v[0].scale, C = {
		axes: Vr,
		series: xr
	}, w = (e.drawOrder || ["axes", "series"]).map((e) => C[e]);
	function T(e) {
		let t = e.distr == 3 ? (t) => Lt(t > 0 ? t : e.clamp(r, t, e.min, e.max, e.key)) : e.distr == 4 ? (t) => Bt(t, e.asinh) : e.distr == 100 ? (t) => e.fwd(t) : (e) => e;
		return (n) => {
			let r = t(n), { _min: i, _max: a } = e, o = a - i;
			return (r - i) / o;
		};
	}
	function E(t) {
		let n = b[t];
		if (n == null) {
			let r = (e.scales || an)[t] || an;
			if (r.from != null) {
				E(r.from);
				let e = K({}, b[r.from], r, { key: t });
				e.valToPct = T(e), b[t] = e;
			} else {
				n = b[t] = K({}, t == S ? ti : ni, r), n.key = t;
				let e = n.time, a = n.range, o = cn(a);
				if ((t != S || i == 2 && !e) && (o && (a[0] == null || a[1] == null) && (a = {
					min: a[0] == null ? bt : {
						mode: 1,
						hard: a[0],
						soft: a[0]
					},
					max: a[1] == null ? bt : {
						mode: 1,
						hard: a[1],
						soft: a[1]
					}
				}, o = !1), !o && fn(a))) {
					let e = a;
					a = (t, n, r) => n == null ? sn : Ct(n, r, e);
				}
				n.range = W(a || (e ? Hi : t == S ? n.distr == 3 ? Gi : n.distr == 4 ? qi : Vi : n.distr == 3 ? Wi : n.distr == 4 ? Ki : Ui)), n.auto = W(!o && n.auto), n.clamp = W(n.clamp || ei), n._min = n._max = null, n.valToPct = T(n);
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
	D.ori == 0 ? (Qe(l, ce), k = a, ee = o) : (Qe(l, le), k = o, ee = a);
	let A = {};
	for (let e in b) {
		let t = b[e];
		(t.min != null || t.max != null) && (A[e] = {
			min: t.min,
			max: t.max
		}, t.min = t.max = null);
	}
	let te = e.tzDate || ((e) => new Date(jt(e / _))), ne = e.fmtDate || Pn, re = _ == 1 ? tr(te) : ir(te), j = or(te, ar(_ == 1 ? er : rr, ne)), ie = dr(te, lr(ur, ne)), ae = [], M = r.legend = K({}, mr, e.legend), N = r.cursor = K({}, Cr, { drag: { y: i == 2 } }, e.cursor), P = M.show, oe = N.show, F = M.markers;
	M.idxs = ae, F.width = W(F.width), F.dash = W(F.dash), F.stroke = W(F.stroke), F.fill = W(F.fill);
	let I, Ne, Ve, He = [], Ue = [], Ke, Ye = !1, Xe = {};
	if (M.live) {
		let e = v[1] ? v[1].values : null;
		Ye = e != null, Ke = Ye ? e(r, 1, 0) : { _: 0 };
		for (let e in Ke) Xe[e] = Ge;
	}
	if (P) {
		if (I = et("table", be, l), Ve = et("tbody", null, I), M.mount(r, I), Ye) {
			Ne = et("thead", null, I, Ve);
			let e = et("tr", null, Ne);
			for (var Ze in et("th", null, e), Ke) et("th", Te, e).textContent = Ze;
		} else Qe(I, Se), M.live && Qe(I, xe);
	}
	let nt = { show: !0 }, it = { show: !1 };
	function ot(e, t) {
		if (t == 0 && (Ye || !M.live || i == 2)) return sn;
		let n = [], a = et("tr", Ce, Ve, Ve.childNodes[t]);
		Qe(a, e.class), e.show || Qe(a, he);
		let o = et("th", null, a);
		if (F.show) {
			let e = tt(we, o);
			if (t > 0) {
				let n = F.width(r, t);
				n && (e.style.border = n + "px " + F.dash(r, t) + " " + F.stroke(r, t)), e.style.background = F.fill(r, t);
			}
		}
		let s = tt(Te, o);
		for (var c in e.label instanceof HTMLElement ? s.appendChild(e.label) : s.textContent = e.label, t > 0 && (F.show || (s.style.color = e.width > 0 ? F.stroke(r, t) : F.fill(r, t)), lt("click", o, (t) => {
			if (N._lock) return;
			yn(t);
			let n = v.indexOf(e);
			if ((t.ctrlKey || t.metaKey) != M.isolate) {
				let e = v.some((e, t) => t > 0 && t != n && e.show);
				v.forEach((t, r) => {
					r > 0 && Ai(r, e ? r == n ? nt : it : nt, !0, $.setSeries);
				});
			} else Ai(n, { show: !e.show }, !0, $.setSeries);
		}, !1), Cn && lt(Re, o, (t) => {
			N._lock || (yn(t), Ai(v.indexOf(e), $i, !0, $.setSeries));
		}, !1)), Ke) {
			let e = et("td", Ee, a);
			e.textContent = "--", n.push(e);
		}
		return [a, n];
	}
	let ct = /* @__PURE__ */ new Map();
	function lt(e, t, n, i = !0) {
		let a = ct.get(t) || {}, o = N.bind[e](r, t, n, i);
		o && (ut(e, t, a[e] = o), ct.set(t, a));
	}
	function pt(e, t, n) {
		let r = ct.get(t) || {};
		for (let n in r) (e == null || n == e) && (dt(n, t, r[n]), delete r[n]);
		e ?? ct.delete(t);
	}
	let mt = 0, ht = 0, z = 0, B = 0, xt = 0, St = 0, Tt = xt, Et = St, Dt = z, Ot = B, H = 0, It = 0, Rt = 0, Vt = 0;
	r.bbox = {};
	let Wt = !1, Gt = !1, Xt = !1, Zt = !1, $t = !1, en = !1;
	function rn(e, t, n) {
		(n || e != r.width || t != r.height) && ln(e, t), Hr(!1), Xt = !0, Gt = !0, ri();
	}
	function ln(e, t) {
		r.width = mt = z = e, r.height = ht = B = t, xt = St = 0, _n(), vn();
		let n = r.bbox;
		H = n.left = Qt(xt * L, .5), It = n.top = Qt(St * L, .5), Rt = n.width = Qt(z * L, .5), Vt = n.height = Qt(B * L, .5);
	}
	function mn() {
		let e = !1, t = 0;
		for (; !e;) {
			t++;
			let n = zr(t), i = Br(t);
			e = t == 3 || n && i, e || (ln(r.width, r.height), Gt = !0);
		}
	}
	function hn({ width: e, height: t }) {
		rn(e, t);
	}
	r.setSize = hn;
	function _n() {
		let e = !1, t = !1, n = !1, r = !1;
		y.forEach((i, a) => {
			if (i.show && i._show) {
				let { side: a, _size: o } = i, s = a % 2, c = o + (i.label == null ? 0 : i.labelSize);
				c > 0 && (s ? (z -= c, a == 3 ? (xt += c, r = !0) : n = !0) : (B -= c, a == 0 ? (St += c, e = !0) : t = !0));
			}
		}), Mn[0] = e, Mn[1] = n, Mn[2] = t, Mn[3] = r, z -= Ln[1] + Ln[3], xt += Ln[3], B -= Ln[2] + Ln[0], St += Ln[0];
	}
	function vn() {
		let e = xt + z, t = St + B, n = xt, r = St;
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
		let r = e.prox = W(e.prox), i = e.bias ??= 0;
		N.dataIdx = (e, a, o, s) => {
			if (a == 0) return o;
			let c = o, l = r(e, a, o, s) ?? U, u = l >= 0 && l < U, d = D.ori == 0 ? z : B, f = N.left, p = t[0], m = t[a];
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
			} else u && At(f - k(p[o], D, d, 0)) > l && (c = null);
			return c;
		};
	}
	let yn = (e) => {
		N.event = e;
	};
	N.idxs = ae, N._lock = !1;
	let bn = N.points;
	bn.show = W(bn.show), bn.size = W(bn.size), bn.stroke = W(bn.stroke), bn.width = W(bn.width), bn.fill = W(bn.fill);
	let xn = r.focus = K({}, e.focus || { alpha: .3 }, N.focus), Cn = xn.prox >= 0, wn = Cn && bn.one, Tn = [], En = [], Dn = [];
	function On(e, t) {
		let n = bn.show(r, t);
		if (n instanceof HTMLElement) return Qe(n, ye), Qe(n, e.class), rt(n, -10, -10, z, B), m.insertBefore(n, Tn[t]), n;
	}
	function kn(e, t) {
		if (i == 1 || t > 0) {
			let t = i == 1 && b[e.scale].time, n = e.value;
			e.value = t ? dn(n) ? dr(te, lr(n, ne)) : n || ie : n || Kr, e.label = e.label || (t ? Nr : Mr);
		}
		if (wn || t > 0) {
			e.width = e.width == null ? 1 : e.width, e.paths = e.paths || Ii || qt, e.fillTo = W(e.fillTo || li), e.pxAlign = +V(e.pxAlign, h), e.pxRound = mi(e.pxAlign), e.stroke = W(e.stroke || null), e.fill = W(e.fill || null), e._stroke = e._fill = e._paths = e._focus = null;
			let t = Jr(Pt(1, e.width), 1), n = e.points = K({}, {
				size: t,
				width: Pt(1, t * .2),
				stroke: e.stroke,
				space: t * 2,
				paths: Li,
				_stroke: null,
				_fill: null
			}, e.points);
			n.show = W(n.show), n.filter = W(n.filter), n.fill = W(n.fill), n.stroke = W(n.stroke), n.paths = W(n.paths), n.pxAlign = e.pxAlign;
		}
		if (P) {
			let n = ot(e, t);
			He.splice(t, 0, n[0]), Ue.splice(t, 0, n[1]), M.values.push(null);
		}
		if (oe) {
			ae.splice(t, 0, null);
			let n = null;
			wn ? t == 0 && (n = On(e, t)) : t > 0 && (n = On(e, t)), Tn.splice(t, 0, n), En.splice(t, 0, 0), Dn.splice(t, 0, 0);
		}
		Oa("addSeries", t);
	}
	function An(e, t) {
		t ??= v.length, e = i == 1 ? Bi(e, t, Pr, $r) : Bi(e, t, {}, Qr), v.splice(t, 0, e), kn(v[t], t);
	}
	r.addSeries = An;
	function jn(e) {
		if (v.splice(e, 1), P) {
			M.values.splice(e, 1), Ue.splice(e, 1);
			let t = He.splice(e, 1)[0];
			pt(null, t.firstChild), t.remove();
		}
		oe && (ae.splice(e, 1), Tn.splice(e, 1)[0].remove(), En.splice(e, 1), Dn.splice(e, 1)), Oa("delSeries", e);
	}
	r.delSeries = jn;
	let Mn = [
		!1,
		!1,
		!1,
		!1
	];
	function Nn(e, t) {
		if (e._show = e.show, e.show) {
			let n = e.side % 2, i = b[e.scale];
			i ??= (e.scale = n ? v[1].scale : S, b[e.scale]);
			let a = i.time;
			e.size = W(e.size), e.space = W(e.space), e.rotate = W(e.rotate), cn(e.incrs) && e.incrs.forEach((e) => {
				!tn.has(e) && tn.set(e, nn(e));
			}), e.incrs = W(e.incrs || (i.distr == 2 ? Bn : a ? _ == 1 ? $n : nr : Vn)), e.splits = W(e.splits || (a && i.distr == 1 ? re : i.distr == 3 ? Lr : i.distr == 4 ? Rr : Ir)), e.stroke = W(e.stroke), e.grid.stroke = W(e.grid.stroke), e.ticks.stroke = W(e.ticks.stroke), e.border.stroke = W(e.border.stroke);
			let o = e.values;
			e.values = cn(o) && !cn(o[0]) ? W(o) : a ? cn(o) ? or(te, ar(o, ne)) : dn(o) ? sr(te, o) : o || j : o || Fr, e.filter = W(e.filter || (i.distr >= 3 && i.log == 10 ? Wr : i.distr == 3 && i.log == 2 ? Gr : Kt)), e.font = Yi(e.font), e.labelFont = Yi(e.labelFont), e._size = e.size(r, null, t, 0), e._space = e._rotate = e._incrs = e._found = e._splits = e._values = null, e._size > 0 && (Mn[t] = !0, e._el = tt(me, f));
		}
	}
	function Fn(e, t, n, r) {
		let [i, a, o, s] = n, c = t % 2, l = 0;
		return c == 0 && (s || a) && (l = t == 0 && !i || t == 2 && !o ? jt(jr.size / 3) : 0), c == 1 && (i || o) && (l = t == 1 && !a || t == 3 && !s ? jt(qr.size / 2) : 0), l;
	}
	let In = r.padding = (e.padding || [
		Fn,
		Fn,
		Fn,
		Fn
	]).map((e) => W(V(e, Fn))), Ln = r._padding = In.map((e, t) => e(r, t, Mn, 0)), q, Rn = null, zn = null, Hn = i == 1 ? v[0].idxs : null, Un = null, Wn = !1;
	function Gn(e, n) {
		if (t = e ?? [], r.data = r._data = t, i == 2) {
			q = 0;
			for (let e = 1; e < v.length; e++) q += t[e][0].length;
		} else {
			t.length == 0 && (r.data = r._data = t = [[]]), Un = t[0], q = Un.length;
			let e = t;
			if (O == 2) {
				e = t.slice();
				let n = e[0] = Array(q);
				for (let e = 0; e < q; e++) n[e] = e;
			}
			r._data = t = e;
		}
		if (Hr(!0), Oa("setData"), O == 2 && (Xt = !0), n !== !1) {
			let e = D;
			e.auto(r, Wn) ? Kn() : ki(S, e.min, e.max), Zt ||= N.left >= 0, en = !0, ri();
		}
	}
	r.setData = Gn;
	function Kn() {
		Wn = !0;
		let e, n;
		i == 1 && (q > 0 ? (Rn = Hn[0] = 0, zn = Hn[1] = q - 1, e = t[0][Rn], n = t[0][zn], O == 2 ? (e = Rn, n = zn) : e == n && (O == 3 ? [e, n] = _t(e, e, D.log, !1) : O == 4 ? [e, n] = vt(e, e, D.log, !1) : D.time ? n = e + jt(86400 / _) : [e, n] = Ct(e, n, yt, !0))) : (Rn = Hn[0] = e = null, zn = Hn[1] = n = null)), ki(S, e, n);
	}
	let qn, Jn, Yn, Xn, Zn, J, Qn, cr, fr, pr;
	function hr(e, t, n, r, i, a) {
		e ??= Pe, n ??= on, r ??= "butt", i ??= Pe, a ??= "round", e != qn && (d.strokeStyle = qn = e), i != Jn && (d.fillStyle = Jn = i), t != Yn && (d.lineWidth = Yn = t), a != Zn && (d.lineJoin = Zn = a), r != J && (d.lineCap = J = r), n != Xn && d.setLineDash(Xn = n);
	}
	function gr(e, t, n, r) {
		t != Jn && (d.fillStyle = Jn = t), e != Qn && (d.font = Qn = e), n != cr && (d.textAlign = cr = n), r != fr && (d.textBaseline = fr = r);
	}
	function _r(e, t, n, i, a = 0) {
		if (i.length > 0 && e.auto(r, Wn) && (t == null || t.min == null)) {
			let t = V(Rn, 0), r = V(zn, i.length - 1), o = n.min == null ? gt(i, t, r, a, e.distr == 3) : [n.min, n.max];
			e.min = Nt(e.min, n.min = o[0]), e.max = Pt(e.max, n.max = o[1]);
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
		A[S] != null && Hr(!0);
		let e = {};
		for (let t in A) {
			let n = A[t];
			if (n != null) {
				let a = e[t] = gn(b[t], pn);
				if (n.min != null) K(a, n);
				else if (t != S || i == 2) {
					if (q == 0 && a.from == null) {
						let e = a.range(r, null, null, t);
						a.min = e[0], a.max = e[1];
					} else a.min = U, a.max = -Infinity;
				}
			}
		}
		if (q > 0) {
			v.forEach((n, a) => {
				if (i == 1) {
					let i = n.scale, o = A[i];
					if (o == null) return;
					let s = e[i];
					if (a == 0) {
						let e = s.range(r, s.min, s.max, i);
						s.min = e[0], s.max = e[1], Rn = ft(s.min, t[0]), zn = ft(s.max, t[0]), zn - Rn > 1 && (t[0][Rn] < s.min && Rn++, t[0][zn] > s.max && zn--), n.min = Un[Rn], n.max = Un[zn];
					} else n.show && n.auto && _r(s, o, n, t[a], n.sorted);
					n.idxs[0] = Rn, n.idxs[1] = zn;
				} else if (a > 0 && n.show && n.auto) {
					let [r, i] = n.facets, o = r.scale, s = i.scale, [c, l] = t[a], u = e[o], d = e[s];
					u != null && _r(u, A[o], r, c, r.sorted), d != null && _r(d, A[s], i, l, i.sorted), n.min = i.min, n.max = i.max;
				}
			});
			for (let t in e) {
				let n = e[t], i = A[t];
				if (n.from == null && (i == null || i.min == null)) {
					let e = n.range(r, n.min == U ? null : n.min, n.max == -Infinity ? null : n.max, t);
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
				i._min = e == 3 ? Lt(i.min) : e == 4 ? Bt(i.min, i.asinh) : e == 100 ? i.fwd(i.min) : i.min, i._max = e == 3 ? Lt(i.max) : e == 4 ? Bt(i.max, i.asinh) : e == 100 ? i.fwd(i.max) : i.max, n[t] = a = !0;
			}
		}
		if (a) {
			v.forEach((e, t) => {
				i == 2 ? t > 0 && n.y && (e._paths = null) : n[e.scale] && (e._paths = null);
			});
			for (let e in n) Xt = !0, Oa("setScale", e);
			oe && N.left >= 0 && (Zt = en = !0);
		}
		for (let e in A) A[e] = null;
	}
	function br(e) {
		let t = Ht(Rn - 1, 0, q - 1), n = Ht(zn + 1, 0, q - 1);
		for (; e[t] == null && t > 0;) t--;
		for (; e[n] == null && n < q - 1;) n++;
		return [t, n];
	}
	function xr() {
		if (q > 0) {
			let e = v.some((e) => e._focus) && pr != xn.alpha;
			e && (d.globalAlpha = pr = xn.alpha), v.forEach((e, n) => {
				if (n > 0 && e.show && (Sr(n, !1), Sr(n, !0), e._paths == null)) {
					let a = pr;
					pr != e.alpha && (d.globalAlpha = pr = e.alpha);
					let o = i == 2 ? [0, t[n][0].length - 1] : br(t[n]);
					e._paths = e.paths(r, n, o[0], o[1]), pr != a && (d.globalAlpha = pr = a);
				}
			}), v.forEach((e, t) => {
				if (t > 0 && e.show) {
					let n = pr;
					pr != e.alpha && (d.globalAlpha = pr = e.alpha), e._paths != null && wr(t, !1);
					{
						let n = e._paths == null ? null : e._paths.gaps, i = e.points.show(r, t, Rn, zn, n), a = e.points.filter(r, t, i, n);
						(i || a) && (e.points._paths = e.points.paths(r, t, Rn, zn, a), wr(t, !0));
					}
					pr != n && (d.globalAlpha = pr = n), Oa("drawSeries", t);
				}
			}), e && (d.globalAlpha = pr = 1);
		}
	}
	function Sr(e, t) {
		let n = t ? v[e].points : v[e];
		n._stroke = n.stroke(r, e), n._fill = n.fill(r, e);
	}
	function wr(e, t) {
		let n = t ? v[e].points : v[e], { stroke: r, fill: i, clip: a, flags: o, _stroke: s = n._stroke, _fill: c = n._fill, _width: l = n.width } = n._paths;
		l = G(l * L, 3);
		let u = null, f = l % 2 / 2;
		t && c == null && (c = l > 0 ? "#fff" : s);
		let p = n.pxAlign == 1 && f > 0;
		if (p && d.translate(f, f), !t) {
			let e = H - l / 2, t = It - l / 2, n = Rt + l, r = Vt + l;
			u = new Path2D(), u.rect(e, t, n, r);
		}
		t ? Er(s, l, n.dash, n.cap, c, r, i, o, a) : Tr(e, s, l, n.dash, n.cap, c, r, i, o, u, a), p && d.translate(-f, -f);
	}
	function Tr(e, n, i, a, o, s, c, l, u, d, f) {
		let p = !1;
		u != 0 && x.forEach((m, h) => {
			if (m.series[0] == e) {
				let e = v[m.series[1]], g = t[m.series[1]], _ = (e._paths || an).band;
				cn(_) && (_ = m.dir == 1 ? _[0] : _[1]);
				let y, b = null;
				e.show && _ && wt(g, Rn, zn) ? (b = m.fill(r, h) || s, y = e._paths.clip) : _ = null, Er(n, i, a, o, b, c, l, u, d, f, y, _), p = !0;
			}
		}), p || Er(n, i, a, o, s, c, l, u, d, f);
	}
	function Er(e, t, n, r, i, a, o, s, c, l, u, f) {
		hr(e, t, n, r, i), (c || l || f) && (d.save(), c && d.clip(c), l && d.clip(l)), f ? (s & 3) == 3 ? (d.clip(f), u && d.clip(u), Or(i, o), Dr(e, a, t)) : s & oi ? (Or(i, o), d.clip(f), Dr(e, a, t)) : s & ai && (d.save(), d.clip(f), u && d.clip(u), Or(i, o), d.restore(), Dr(e, a, t)) : (Or(i, o), Dr(e, a, t)), (c || l || f) && d.restore();
	}
	function Dr(e, t, n) {
		n > 0 && (t instanceof Map ? t.forEach((e, t) => {
			d.strokeStyle = qn = t, d.stroke(e);
		}) : t != null && e && d.stroke(t));
	}
	function Or(e, t) {
		t instanceof Map ? t.forEach((e, t) => {
			d.fillStyle = Jn = t, d.fill(e);
		}) : t != null && e && d.fill(t);
	}
	function kr(e, t, n, i) {
		let a = y[e], o;
		if (i <= 0) o = [0, 0];
		else {
			let s = a._space = a.space(r, e, t, n, i);
			o = Ji(t, n, a._incrs = a.incrs(r, e, t, n, i, s), i, s);
		}
		return a._found = o;
	}
	function Ar(e, t, n, r, i, a, o, s, c, l) {
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
				n._show && (t = !1, n._show = !1, Hr(!1));
				return;
			}
			n._show || (t = !1, n._show = !0, Hr(!1));
			let o = n.side, s = o % 2, { min: c, max: l } = a, [u, d] = kr(i, c, l, s == 0 ? z : B);
			if (d == 0) return;
			let f = a.distr == 2, p = n._splits = n.splits(r, i, c, l, u, d, f), m = a.distr == 2 ? p.map((e) => Un[e]) : p, h = a.distr == 2 ? Un[p[1]] - Un[p[0]] : u, g = n._values = n.values(r, n.filter(r, m, i, d, h), i, d, h);
			n._rotate = o == 2 ? n.rotate(r, g, i, d) : 0;
			let _ = n._size;
			n._size = Mt(n.size(r, g, i, e)), _ != null && n._size != _ && (t = !1);
		}), t;
	}
	function Br(e) {
		let t = !0;
		return In.forEach((n, i) => {
			let a = n(r, i, Mn, e);
			a != Ln[i] && (t = !1), Ln[i] = a;
		}), t;
	}
	function Vr() {
		for (let e = 0; e < y.length; e++) {
			let t = y[e];
			if (!t.show || !t._show) continue;
			let n = t.side, i = n % 2, a, o, c = t.stroke(r, e), l = n == 0 || n == 3 ? -1 : 1, [u, f] = t._found;
			if (t.label != null) {
				let s = t.labelGap * l, p = jt((t._lpos + s) * L);
				gr(t.labelFont[0], c, "center", n == 2 ? ke : Ae), d.save(), i == 1 ? (a = o = 0, d.translate(p, jt(It + Vt / 2)), d.rotate((n == 3 ? -kt : kt) / 2)) : (a = jt(H + Rt / 2), o = p);
				let m = Ut(t.label) ? t.label(r, e, u, f) : t.label;
				d.fillText(m, a, o), d.restore();
			}
			if (f == 0) continue;
			let p = b[t.scale], m = i == 0 ? Rt : Vt, h = i == 0 ? H : It, _ = t._splits, v = p.distr == 2 ? _.map((e) => Un[e]) : _, x = p.distr == 2 ? Un[_[1]] - Un[_[0]] : u, S = t.ticks, C = t.border, w = S.show ? S.size : 0, T = jt(w * L), E = jt((t.alignTo == 2 ? t._size - w - t.gap : t.gap) * L), D = t._rotate * -kt / 180, O = g(t._pos * L), k = O + (T + E) * l;
			o = i == 0 ? k : 0, a = i == 1 ? k : 0;
			let ee = t.font[0];
			gr(ee, c, t.align == 1 ? je : t.align == 2 ? Me : D > 0 ? je : D < 0 ? Me : i == 0 ? "center" : n == 3 ? Me : je, D || i == 1 ? "middle" : n == 2 ? ke : Ae);
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
			S.show && Ar(te, S.filter(r, v, e, f, x), i, n, O, T, G(S.width * L, 3), S.stroke(r, e), S.dash, S.cap);
			let re = t.grid;
			re.show && Ar(te, re.filter(r, v, e, f, x), i, i == 0 ? 2 : 1, i == 0 ? It : H, i == 0 ? Vt : Rt, G(re.width * L, 3), re.stroke(r, e), re.dash, re.cap), C.show && Ar([O], [1], +(i == 0), i == 0 ? 1 : 2, i == 1 ? It : H, i == 1 ? Vt : Rt, G(C.width * L, 3), C.stroke(r, e), C.dash, C.cap);
		}
		Oa("drawAxes");
	}
	function Hr(e) {
		v.forEach((t, n) => {
			n > 0 && (t._paths = null, e && (i == 1 ? (t.min = null, t.max = null) : t.facets.forEach((e) => {
				e.min = null, e.max = null;
			})));
		});
	}
	let Ur = !1, Yr = !1, Xr = [];
	function Zr() {
		Yr = !1;
		for (let e = 0; e < Xr.length; e++) Oa(...Xr[e]);
		Xr.length = 0;
	}
	function ri() {
		Ur ||= (Sn(ci), !0);
	}
	function si(e, t = !1) {
		Ur = !0, Yr = t, e(r), ci(), t && Xr.length > 0 && queueMicrotask(Zr);
	}
	r.batch = si;
	function ci() {
		if (Wt &&= (yr(), !1), Xt &&= (mn(), !1), Gt) {
			if (R(p, je, xt), R(p, ke, St), R(p, De, z), R(p, Oe, B), R(m, je, xt), R(m, ke, St), R(m, De, z), R(m, Oe, B), R(f, De, mt), R(f, Oe, ht), u.width = jt(mt * L), u.height = jt(ht * L), y.forEach(({ _el: e, _show: t, _size: n, _pos: r, side: i }) => {
				if (e != null) {
					if (t) {
						let t = i === 3 || i === 0 ? n : 0, a = i % 2 == 1;
						R(e, a ? "left" : "top", r - t), R(e, a ? "width" : "height", n), R(e, a ? "top" : "left", a ? St : xt), R(e, a ? "height" : "width", a ? B : z), $e(e, he);
					} else Qe(e, he);
				}
			}), qn = Jn = Yn = Zn = J = Qn = cr = fr = Xn = null, pr = 1, fa(!0), xt != Tt || St != Et || z != Dt || B != Ot) {
				Hr(!1);
				let e = z / Dt, t = B / Ot;
				if (oe && !Zt && N.left >= 0) {
					N.left *= e, N.top *= t, pi && rt(pi, jt(N.left), 0, z, B), hi && rt(hi, 0, jt(N.top), z, B);
					for (let n = 0; n < Tn.length; n++) {
						let r = Tn[n];
						r != null && (En[n] *= e, Dn[n] *= t, rt(r, Mt(En[n]), Mt(Dn[n]), z, B));
					}
				}
				if (Z.show && !$t && Z.left >= 0 && Z.width > 0) {
					Z.left *= e, Z.width *= e, Z.top *= t, Z.height *= t;
					for (let e in ha) R(Ei, e, Z[e]);
				}
				Tt = xt, Et = St, Dt = z, Ot = B;
			}
			Oa("setSize"), Gt = !1;
		}
		mt > 0 && ht > 0 && (d.clearRect(0, 0, u.width, u.height), Oa("drawClear"), w.forEach((e) => e()), Oa("draw")), Z.show && $t && (Di(Z), $t = !1), oe && Zt && (ua(null, !0, !1), Zt = !1), M.show && M.live && en && (ca(), en = !1), c || (c = !0, r.status = 1, Oa("ready")), Wn = !1, Ur = !1;
	}
	r.redraw = (e, t) => {
		Xt = t || !1, e === !1 ? ri() : ki(S, D.min, D.max);
	};
	function ui(e, n) {
		let i = b[e];
		if (i.from == null) {
			if (q == 0) {
				let t = i.range(r, n.min, n.max, e);
				n.min = t[0], n.max = t[1];
			}
			if (n.min > n.max) {
				let e = n.min;
				n.min = n.max, n.max = e;
			}
			if (q > 1 && n.min != null && n.max != null && n.max - n.min < 1e-16) return;
			e == S && i.distr == 2 && q > 0 && (n.min = ft(n.min, t[0]), n.max = ft(n.max, t[0]), n.min == n.max && n.max++), A[e] = n, Wt = !0, ri();
		}
	}
	r.setScale = ui;
	let di, fi, pi, hi, gi, _i, vi, yi, bi, xi, Y, X, Si = !1, Ci = N.drag, wi = Ci.x, Ti = Ci.y;
	oe && (N.x && (di = tt(_e, m)), N.y && (fi = tt(ve, m)), D.ori == 0 ? (pi = di, hi = fi) : (pi = fi, hi = di), Y = N.left, X = N.top);
	let Z = r.select = K({
		show: !0,
		over: !0,
		left: 0,
		width: 0,
		top: 0,
		height: 0
	}, e.select), Ei = Z.show ? tt(ge, Z.over ? m : p) : null;
	function Di(e, t) {
		if (Z.show) {
			for (let t in e) Z[t] = e[t], t in ha && R(Ei, t, e[t]);
			t !== !1 && Oa("setSelect");
		}
	}
	r.setSelect = Di;
	function Oi(e) {
		if (v[e].show) P && $e(He[e], he);
		else if (P && Qe(He[e], he), oe) {
			let t = wn ? Tn[0] : Tn[e];
			t != null && rt(t, -10, -10, z, B);
		}
	}
	function ki(e, t, n) {
		ui(e, {
			min: t,
			max: n
		});
	}
	function Ai(e, t, n, a) {
		t.focus != null && ea(e), t.show != null && v.forEach((n, r) => {
			r > 0 && (e == r || e == null) && (n.show = t.show, Oi(r), i == 2 ? (ki(n.facets[0].scale, null, null), ki(n.facets[1].scale, null, null)) : ki(n.scale, null, null), ri());
		}), n !== !1 && Oa("setSeries", e, t), a && Ma("setSeries", r, e, t);
	}
	r.setSeries = Ai;
	function ji(e, t) {
		K(x[e], t);
	}
	function Mi(e, t) {
		e.fill = W(e.fill || null), e.dir = V(e.dir, -1), t ??= x.length, x.splice(t, 0, e);
	}
	function Ni(e) {
		e == null ? x.length = 0 : x.splice(e, 1);
	}
	r.addBand = Mi, r.setBand = ji, r.delBand = Ni;
	function Fi(e, t) {
		v[e].alpha = t, oe && Tn[e] != null && (Tn[e].style.opacity = t), P && He[e] && (He[e].style.opacity = t);
	}
	let Q, Zi, Qi, $i = { focus: !0 };
	function ea(e) {
		if (e != Qi) {
			let t = e == null, n = xn.alpha != 1;
			v.forEach((r, a) => {
				if (i == 1 || a > 0) {
					let i = t || a == 0 || a == e;
					r._focus = t ? null : i, n && Fi(a, i ? 1 : xn.alpha);
				}
			}), Qi = e, n && ri();
		}
	}
	P && Cn && lt(ze, I, (e) => {
		N._lock || (yn(e), Qi != null && Ai(null, $i, !0, $.setSeries));
	});
	function ta(e, t, n) {
		let r = b[t];
		n && (e = e / L - (r.ori == 1 ? St : xt));
		let i = z;
		r.ori == 1 && (i = B, e = i - e), r.dir == -1 && (e = i - e);
		let a = r._min, o = r._max, s = e / i, c = a + (o - a) * s, l = r.distr;
		return l == 3 ? Ft(10, c) : l == 4 ? zt(c, r.asinh) : l == 100 ? r.bwd(c) : c;
	}
	function na(e, n) {
		return ft(ta(e, S, n), t[0], Rn, zn);
	}
	r.valToIdx = (e) => ft(e, t[0]), r.posToIdx = na, r.posToVal = ta, r.valToPos = (e, t, n) => b[t].ori == 0 ? a(e, b[t], n ? Rt : z, n ? H : 0) : o(e, b[t], n ? Vt : B, n ? It : 0), r.setCursor = (e, t, n) => {
		Y = e.left, X = e.top, ua(null, t, n);
	};
	function ra(e, t) {
		R(Ei, je, Z.left = e), R(Ei, De, Z.width = t);
	}
	function ia(e, t) {
		R(Ei, ke, Z.top = e), R(Ei, Oe, Z.height = t);
	}
	let aa = D.ori == 0 ? ra : ia, oa = D.ori == 1 ? ra : ia;
	function sa() {
		if (P && M.live) for (let e = +(i == 2); e < v.length; e++) {
			if (e == 0 && Ye) continue;
			let t = M.values[e], n = 0;
			for (let r in t) Ue[e][n++].firstChild.nodeValue = t[r];
		}
	}
	function ca(e, t) {
		if (e != null && (e.idxs ? e.idxs.forEach((e, t) => {
			ae[t] = e;
		}) : un(e.idx) || ae.fill(e.idx), M.idx = ae[0]), P && M.live) {
			for (let e = 0; e < v.length; e++) (e > 0 || i == 1 && !Ye) && la(e, ae[e]);
			sa();
		}
		en = !1, t !== !1 && Oa("setLegend");
	}
	r.setLegend = ca;
	function la(e, n) {
		let i = v[e], a = e == 0 && O == 2 ? Un : t[e], o;
		Ye ? o = i.values(r, e, n) ?? Xe : (o = i.value(r, n == null ? null : a[n], e, n), o = o == null ? Xe : { _: o }), M.values[e] = o;
	}
	function ua(e, n, a) {
		bi = Y, xi = X, [Y, X] = N.move(r, Y, X), N.left = Y, N.top = X, oe && (pi && rt(pi, jt(Y), 0, z, B), hi && rt(hi, 0, jt(X), z, B));
		let o, s = Rn > zn;
		Q = U, Zi = null;
		let c = D.ori == 0 ? z : B, l = D.ori == 1 ? z : B;
		if (Y < 0 || q == 0 || s) {
			o = N.idx = null;
			for (let e = 0; e < v.length; e++) {
				let t = Tn[e];
				t != null && rt(t, -10, -10, z, B);
			}
			Cn && Ai(null, $i, !0, e == null && $.setSeries), M.live && (ae.fill(o), en = !0);
		} else {
			let e, n, a;
			i == 1 && (e = D.ori == 0 ? Y : X, n = ta(e, S), o = N.idx = ft(n, t[0], Rn, zn), a = k(t[0][o], D, c, 0));
			let s = -10, u = -10, d = 0, f = 0, p = !0, m = "", h = "";
			for (let e = +(i == 2); e < v.length; e++) {
				let g = v[e], _ = ae[e], y = _ == null ? null : i == 1 ? t[e][_] : t[e][1][_], x = N.dataIdx(r, e, o, n), S = x == null ? null : i == 1 ? t[e][x] : t[e][1][x];
				if (en = en || S != y || x != _, ae[e] = x, e > 0 && g.show) {
					let n = x == null ? -10 : x == o ? a : k(i == 1 ? t[0][x] : t[e][0][x], D, c, 0), _ = S == null ? -10 : ee(S, i == 1 ? b[g.scale] : b[g.facets[1].scale], l, 0);
					if (Cn && S != null) {
						let t = D.ori == 1 ? Y : X, n = At(xn.dist(r, e, x, _, t));
						if (n < Q) {
							let r = xn.bias;
							if (r != 0) {
								let i = ta(t, g.scale), a = S >= 0 ? 1 : -1, o = i >= 0 ? 1 : -1;
								o == a && (o == 1 ? r == 1 ? S >= i : S <= i : r == 1 ? S <= i : S >= i) && (Q = n, Zi = e);
							} else Q = n, Zi = e;
						}
					}
					if (en || wn) {
						let t, i;
						D.ori == 0 ? (t = n, i = _) : (t = _, i = n);
						let a, o, c, l, g, v, y = !0, b = bn.bbox;
						if (b != null) {
							y = !1;
							let t = b(r, e);
							c = t.left, l = t.top, a = t.width, o = t.height;
						} else c = t, l = i, a = o = bn.size(r, e);
						if (v = bn.fill(r, e), g = bn.stroke(r, e), wn) e == Zi && Q <= xn.prox && (s = c, u = l, d = a, f = o, p = y, m = v, h = g);
						else {
							let t = Tn[e];
							t != null && (En[e] = c, Dn[e] = l, st(t, a, o, y), at(t, v, g), rt(t, Mt(c), Mt(l), z, B));
						}
					}
				}
			}
			if (wn) {
				let e = xn.prox;
				if (en || (Qi == null ? Q <= e : Q > e || Zi != Qi)) {
					let e = Tn[0];
					e != null && (En[0] = s, Dn[0] = u, st(e, d, f, p), at(e, m, h), rt(e, Mt(s), Mt(u), z, B));
				}
			}
		}
		if (Z.show && Si) {
			if (e != null) {
				let [t, n] = $.scales, [r, i] = $.match, [a, o] = e.cursor.sync.scales, s = e.cursor.drag;
				if (wi = s._x, Ti = s._y, wi || Ti) {
					let { left: s, top: u, width: d, height: f } = e.select, p = e.scales[a].ori, m = e.posToVal, h, g, _, v, y, x = t != null && r(t, a), S = n != null && i(n, o);
					x && wi ? (p == 0 ? (h = s, g = d) : (h = u, g = f), _ = b[t], v = k(m(h, a), _, c, 0), y = k(m(h + g, a), _, c, 0), aa(Nt(v, y), At(y - v))) : aa(0, c), S && Ti ? (p == 1 ? (h = s, g = d) : (h = u, g = f), _ = b[n], v = ee(m(h, o), _, l, 0), y = ee(m(h + g, o), _, l, 0), oa(Nt(v, y), At(y - v))) : oa(0, l);
				} else ga();
			} else {
				let e = At(bi - gi), t = At(xi - _i);
				if (D.ori == 1) {
					let n = e;
					e = t, t = n;
				}
				wi = Ci.x && e >= Ci.dist, Ti = Ci.y && t >= Ci.dist;
				let n = Ci.uni;
				n == null ? Ci.x && Ci.y && (wi || Ti) && (wi = Ti = !0) : wi && Ti && (wi = e >= n, Ti = t >= n, !wi && !Ti && (t > e ? Ti = !0 : wi = !0));
				let r, i;
				wi && (D.ori == 0 ? (r = vi, i = Y) : (r = yi, i = X), aa(Nt(r, i), At(i - r)), Ti || oa(0, l)), Ti && (D.ori == 1 ? (r = vi, i = Y) : (r = yi, i = X), oa(Nt(r, i), At(i - r)), wi || aa(0, c)), !wi && !Ti && (aa(0, 0), oa(0, 0));
			}
		}
		if (Ci._x = wi, Ci._y = Ti, e == null) {
			if (a) {
				if (Aa != null) {
					let [e, t] = $.scales;
					$.values[0] = e == null ? null : ta(D.ori == 0 ? Y : X, e), $.values[1] = t == null ? null : ta(D.ori == 1 ? Y : X, t);
				}
				Ma(Fe, r, Y, X, z, B, o);
			}
			if (Cn) {
				let e = a && $.setSeries, t = xn.prox;
				Qi == null ? Q <= t && Ai(Zi, $i, !0, e) : Q > t ? Ai(null, $i, !0, e) : Zi != Qi && Ai(Zi, $i, !0, e);
			}
		}
		en && (M.idx = o, ca()), n !== !1 && Oa("setCursor");
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
		if (da ?? fa(!1), yn(e), e != null) n = e.clientX - da.left, i = e.clientY - da.top;
		else {
			if (n < 0 || i < 0) {
				Y = -10, X = -10;
				return;
			}
			let [e, r] = $.scales, c = t.cursor.sync, [l, u] = c.values, [d, f] = c.scales, [p, m] = $.match, h = t.axes[0].side % 2 == 1, g = D.ori == 0 ? z : B, _ = D.ori == 1 ? z : B, v = h ? o : a, y = h ? a : o, x = h ? i : n, S = h ? n : i;
			if (n = d == null ? x / v * g : p(e, d) ? s(l, b[e], g, 0) : -10, i = f == null ? S / y * _ : m(r, f) ? s(u, b[r], _, 0) : -10, D.ori == 1) {
				let e = n;
				n = i, i = e;
			}
		}
		u && (t == null || t.cursor.event.type == Fe) && ((n <= 1 || n >= z - 1) && (n = Qt(n, z)), (i <= 1 || i >= B - 1) && (i = Qt(i, B))), l ? (gi = n, _i = i, [vi, yi] = N.move(r, n, i)) : (Y = n, X = i);
	}
	let ha = {
		width: 0,
		height: 0,
		left: 0,
		top: 0
	};
	function ga() {
		Di(ha, !1);
	}
	let _a, va, ya, ba;
	function xa(e, t, n, i, a, o, s) {
		Si = !0, wi = Ti = Ci._x = Ci._y = !1, ma(e, t, n, i, a, o, s, !0, !1), e != null && (lt(Le, qe, Sa, !1), Ma(Ie, r, vi, yi, z, B, null));
		let { left: c, top: l, width: u, height: d } = Z;
		_a = c, va = l, ya = u, ba = d;
	}
	function Sa(e, t, n, i, a, o, s) {
		Si = Ci._x = Ci._y = !1, ma(e, t, n, i, a, o, s, !1, !0);
		let { left: c, top: l, width: u, height: d } = Z, f = u > 0 || d > 0, p = _a != c || va != l || ya != u || ba != d;
		if (f && p && Di(Z), Ci.setScale && f && p) {
			let e = c, t = u, n = l, r = d;
			if (D.ori == 1 && (e = l, t = d, n = c, r = u), wi && ki(S, ta(e, S), ta(e + t, S)), Ti) for (let e in b) {
				let t = b[e];
				e != S && t.from == null && t.min != U && ki(e, ta(n + r, e), ta(n, e));
			}
			ga();
		} else N.lock && (N._lock = !N._lock, ua(t, !0, e != null));
		e != null && (pt(Le, qe), Ma(Le, r, Y, X, z, B, null));
	}
	function Ca(e, t, n, r, i, a, o) {
		if (N._lock) return;
		yn(e);
		let s = Si;
		if (Si) {
			let e = !0, t = !0, n, r;
			D.ori == 0 ? (n = wi, r = Ti) : (n = Ti, r = wi), n && r && (e = Y <= 10 || Y >= z - 10, t = X <= 10 || X >= B - 10), n && e && (Y = Y < vi ? 0 : z), r && t && (X = X < yi ? 0 : B), ua(null, !0, !0), Si = !1;
		}
		Y = -10, X = -10, ae.fill(null), ua(null, !0, !0), s && (Si = s);
	}
	function wa(e, t, n, i, a, o, s) {
		N._lock || (yn(e), Kn(), ga(), e != null && Ma(Be, r, Y, X, z, B, null));
	}
	function Ta() {
		y.forEach(Xi), rn(r.width, r.height, !0);
	}
	ut(We, Je, Ta);
	let Ea = {};
	Ea.mousedown = xa, Ea.mousemove = pa, Ea.mouseup = Sa, Ea.dblclick = wa, Ea.setSeries = (e, t, n, i) => {
		let a = $.match[2];
		n = a(r, t, n), n != -1 && Ai(n, i, !0, !1);
	}, oe && (lt(Ie, m, xa), lt(Fe, m, pa), lt(Re, m, (e) => {
		yn(e), fa(!1);
	}), lt(ze, m, Ca), lt(Be, m, wa), Pi.add(r), r.syncRect = fa);
	let Da = r.hooks = e.hooks || {};
	function Oa(e, t, n) {
		Yr ? Xr.push([
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
	let ka = (e, t, n) => n, $ = K({
		key: null,
		setSeries: !1,
		filters: {
			pub: Jt,
			sub: Jt
		},
		scales: [S, v[1] ? v[1].scale : null],
		match: [
			Yt,
			Yt,
			ka
		],
		values: [null, null]
	}, N.sync);
	$.match.length == 2 && $.match.push(ka), N.sync = $;
	let Aa = $.key, ja = ii(Aa);
	function Ma(e, t, n, r, i, a, o) {
		$.filters.pub(e, t, n, r, i, a, o) && ja.pub(e, t, n, r, i, a, o);
	}
	ja.sub(r);
	function Na(e, t, n, r, i, a, o) {
		$.filters.sub(e, t, n, r, i, a, o) && Ea[e](null, t, n, r, i, a, o);
	}
	r.pub = Na;
	function Pa() {
		ja.unsub(r), Pi.delete(r), ct.clear(), dt(We, Je, Ta), l.remove(), I?.remove(), Oa("destroy");
	}
	r.destroy = Pa;
	function Fa() {
		Oa("init", e, t), Gn(t || e.data, !1), A[S] ? ui(S, A[S]) : Kn(), $t = Z.show && (Z.width > 0 || Z.height > 0), Zt = en = !0, rn(e.width, e.height);
	}
	return v.forEach(kn), y.forEach(Nn), n ? n instanceof HTMLElement ? (n.appendChild(l), Fa()) : n(r, Fa) : Fa(), r;
}
Q.assign = K, Q.fmtNum = Dt, Q.rangeNum = Ct, Q.rangeLog = _t, Q.rangeAsinh = vt, Q.orient = si, Q.pxRatio = L, Q.join = xn, Q.fmtDate = Pn, Q.tzDate = In, Q.sync = ii;
{
	Q.addGap = fi, Q.clipGaps = di;
	let e = Q.paths = { points: wi };
	e.linear = Di, e.stepped = Oi, e.bars = Ai, e.spline = Mi;
}
// src/plot/text.ts
function Zi(e, t) {
	let n = Math.max(0, -Math.floor(Math.log10(t) + 1e-9));
	for (; n < 12 && Math.abs(Number(t.toFixed(n)) / t - 1) > 1e-6;) n += 1;
	return e.toFixed(Math.min(12, n));
}
function Qi(e) {
	let t = Math.abs(e);
	return t >= 1e9 ? `${D(Number((e / 1e9).toPrecision(4)))}G` : t >= 1e6 ? `${D(Number((e / 1e6).toPrecision(4)))}M` : D(Number(e.toPrecision(6)));
}
// src/plot/legend.ts
var $i = class {
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
			let i = e[Number(r.dataset.at)], a = i ? S(i, t, n) : null;
			r.textContent = a === null ? "" : Qi(a);
		}
	}
}, ea = 14, ta = 4, na = 13, ra = 120;
function ia(e, t, n) {
	let { ctx: r, bbox: i } = e;
	r.save(), r.beginPath(), r.rect(i.left, i.top, i.width, i.height), r.clip();
	let a = -Infinity, o = 0;
	for (let n of [...t].sort((e, t) => t.value - e.value)) {
		let t = e.valToPos(n.value, "y", !0);
		o = t - a < na * devicePixelRatio ? o + 1 : 0, a = t, aa(e, n, t, o);
	}
	r.setLineDash([]);
	for (let t of n) oa(e, t);
	r.restore();
}
function aa(e, { name: t, value: n }, r, i) {
	let { ctx: a, bbox: o } = e, s = devicePixelRatio;
	a.setLineDash([2 * s, 4 * s]), a.strokeStyle = a.fillStyle = m().text, a.lineWidth = s, a.beginPath(), a.moveTo(o.left, r), a.lineTo(o.left + o.width, r), a.stroke(), a.font = `${11 * s}px system-ui, sans-serif`, a.textBaseline = "alphabetic", a.textAlign = "right", a.fillText(`${t} ${Qi(n)}`, o.left + o.width - (4 + i * ra) * s, r - 3 * s);
}
function oa(e, t) {
	let { ctx: n } = e, r = ta * devicePixelRatio, i = e.valToPos(t.time_s, "x", !0), a = e.valToPos(t.value, "y", !0);
	n.strokeStyle = m().alarm, n.lineWidth = r / 2.5, n.beginPath(), t.kind === "lost" ? (n.moveTo(i - r, a - r), n.lineTo(i + r, a + r), n.moveTo(i - r, a + r), n.lineTo(i + r, a - r)) : (n.moveTo(i, a - r), n.lineTo(i + r, a + r), n.lineTo(i - r, a + r), n.closePath()), n.stroke();
}
function sa(e, t, n, r) {
	if (n < 0 || r < 0) return;
	let i = (t) => Math.hypot(e.valToPos(t.time_s, "x") - n, e.valToPos(t.value, "y") - r);
	return t.map((e) => ({
		mark: e,
		far: i(e)
	})).filter((e) => e.far < ea).sort((e, t) => e.far - t.far)[0]?.mark;
}
// src/plot/words.ts
var ca = 8;
function la(e, { from_s: t, to_s: n }, r) {
	let i = r.slice(0, ca).map(({ name: e, points: t }) => {
		let n = T(t);
		return n ? `${e} from ${Qi(n.min)} to ${Qi(n.max)}` : `${e} empty`;
	});
	return `${e}, from ${A(t)} to ${A(n)}: ${i.join("; ")}`;
}
function ua(t) {
	let n = t.map(({ name: t, points: n, recorded: r }) => {
		let i = T(n), a = i ? [
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
var da = 160, fa = {
	time_s: /* @__PURE__ */ new Float64Array(),
	value: /* @__PURE__ */ new Float64Array()
}, pa = class {
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
	legend = new $i((e, t) => this.toggle(e, t));
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
		let n = this.target.value, r = v(t);
		i(this.target, e("option", { value: "" }, "automatic"), e("option", { value: "*" }, `all ${r.length}`), r.map((t) => e("option", { value: t }, t))), this.target.value = n === "*" || r.includes(n) ? n : "", this.rebuild();
	}
	setMarks(e, t) {
		this.marks = e, this.note.textContent = t, this.note.hidden = !t, this.plot?.redraw(!1);
	}
	get singleTarget() {
		let e = v(this.shown);
		return e.length === 1 ? e[0] : this.target.value && this.target.value !== "*" ? this.target.value : void 0;
	}
	rebuild() {
		this.shown = _(this.all, this.target.value, this.family), this.points = this.shown.map(() => fa);
		let e = this.shown[0]?.info.unit ?? "";
		this.title.textContent = e ? `${this.family.title}, ${e}` : this.family.title, this.plot?.destroy(), this.plot = new Q(this.options(), [[]], this.holder), this.plot.over.append(this.cursor);
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
			height: da,
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
				values: (e, t, n, r, i) => t.map((e) => Zi(e, i))
			}, {
				...n,
				size: 64,
				values: (e, t) => t.map((e) => Qi(e))
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
				draw: [(e) => ia(e, this.thresholds(), this.marks)]
			}
		};
	}
	seriesOf(e) {
		let t = y(e, this.shown, this.family), n = Q.paths.stepped?.({ align: 1 });
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
		for (let t of this.shown.flatMap((e) => [...e.info.thresholds ?? [], ...C(e)])) e.set(`${t.name} ${t.value}`, t);
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
			let o = a.map((e, t) => i[t]?.info.stepped === !1 ? e : w(e, n));
			this.plot?.setData(E(o)), this.resize(), this.placed(), this.values(), this.fillTable(), this.describe(), this.element.dataset.state = "drawn", this.onDrawn();
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
			height: da
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
		let r = sa(e, this.marks, t, n);
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
			points: this.points[t] ?? fa,
			recorded: e.info.points
		}));
	}
	describe() {
		this.holder.setAttribute("aria-label", la(this.title.textContent ?? "", this.view.window.value, this.told()));
	}
	fillTable() {
		this.details.open && i(this.table, ua(this.told()));
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
				points: this.points[t] ?? fa,
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
}, ma = 0, ha = class {
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
		this.view = e, this.source = t, ma += 1, this.sync = `cellwise-${ma}`;
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
		let t = new pa(e, this.view, this.source, this.sync);
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
		return new Blob([ne(this.pictures())], { type: "text/csv" });
	}
	svg(e) {
		return new Blob([F(this.pictures(), e)], { type: "image/svg+xml" });
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
function ga(t) {
	return e("div", {
		class: "buttons",
		role: "group",
		"aria-label": "Part of the run that is shown"
	}, a("Earlier", () => t.pan(-.5), { "data-testid": "earlier" }), a("Later", () => t.pan(.5), { "data-testid": "later" }), a("Zoom in", () => t.zoom(.5), { "data-testid": "zoom-in" }), a("Zoom out", () => t.zoom(2), { "data-testid": "zoom-out" }), a("Whole run", () => t.reset(), { "data-testid": "zoom-reset" }));
}
function _a(t, n) {
	let r = URL.createObjectURL(t);
	e("a", {
		href: r,
		download: n
	}).click(), setTimeout(() => URL.revokeObjectURL(r), 1e4);
}
// src/base/signal.ts
var va = class {
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
}, ya = 1e-8, ba = class {
	window;
	at;
	hover = new va(null);
	whole;
	constructor(e) {
		this.whole = {
			from_s: 0,
			to_s: e
		}, this.window = new va(this.whole), this.at = new va(0);
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
		let n = Math.min(Math.max(t - e, ya), this.whole.to_s), r = Math.min(Math.max(e, 0), this.whole.to_s - n);
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
}, xa = 20, Sa = 1e3, Ca = [
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
], wa = class {
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
			max: Sa,
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
		}, Ca.map((t) => e("option", { value: t }, `${A(t)} per s`))), this.element = e("div", {
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
		this.view.at.set(e + Number(this.bar.value) / Sa * (t - e));
	}
	key(e) {
		if (e.key === " ") this.toggle();
		else if (e.key === "Escape") this.pause(), this.view.at.set(this.view.window.value.from_s);
		else return;
		e.preventDefault();
	}
	placed() {
		let { from_s: e, to_s: t } = this.view.window.value, n = this.view.at.value;
		this.bar.value = String(Math.round((n - e) / (t - e) * Sa));
		let r = A(n, 6);
		this.clock.textContent = r, this.bar.setAttribute("aria-valuetext", r);
	}
	offerSpeed() {
		if (this.chosen) return;
		let { from_s: e, to_s: t } = this.view.window.value, n = (t - e) / xa, r = Ca.reduce((e, t) => Math.abs(Math.log(t / n)) < Math.abs(Math.log(e / n)) ? t : e);
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
}, Ta = 5e3, Ea = class {
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
			}), setTimeout(() => this.waiting.has(a) && this.onSlow(), Ta), i.addEventListener("abort", () => this.waiting.delete(a) && s(/* @__PURE__ */ Error("not needed any more"))), this.model.send({
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
		let [i, a] = n.map(Da);
		i && a && r?.resolve({
			time_s: i,
			value: a
		});
	}
};
function Da(e) {
	return new Float64Array(e.buffer.slice(e.byteOffset, e.byteOffset + e.byteLength));
}
function Oa(e, t) {
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
function ka(e) {
	let t = ({ target: t, ctrlKey: n, metaKey: r, altKey: i }) => {
		t instanceof Element && e.contains(t) && t.toggleAttribute("data-lm-suppress-shortcuts", !(n || r || i));
	};
	return addEventListener("keydown", t, !0), () => removeEventListener("keydown", t, !0);
}
function $({ model: t, el: n }) {
	let r = String(t.get("title")), i = new ba(Number(t.get("end_s"))), o = new Ea(t), s = new ha(i, (...e) => o.points(...e)), c = e("p", {
		class: "error",
		role: "alert"
	});
	s.onError = (e) => c.textContent = e instanceof Error ? e.message : String(e), s.onDrawn = () => c.textContent = "", o.onSlow = () => c.textContent = "The kernel is busy or gone: the plot does not show what was requested.";
	let l = (e, t) => a(e, () => void Promise.resolve(t()).then((t) => _a(t, `cellwise.${e.toLowerCase()}`))), u = e("div", {
		class: "buttons",
		role: "group",
		"aria-label": "Save"
	}, l("CSV", () => s.csv()), l("SVG", () => s.svg(r)), l("PNG", () => s.png(r))), d = e("div", { class: "cellwise-widget" }, e("h3", {}, r), new wa(i).element, e("div", { class: "toolbar" }, ga(i), u), c, s.element);
	n.append(d);
	let f = [Oa(d, () => s.rebuild()), ka(d)], p = t.get("series");
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
var Aa = { render: $ };
export { Aa as default };
