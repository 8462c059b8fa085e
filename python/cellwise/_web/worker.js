// ../crates/wasm/cellwise.mjs
var e = {
	f64: Float64Array,
	u64: BigUint64Array,
	u32: Uint32Array
}, t = 8, n = 50, r = 2e3, i = 5e6, a = class extends Error {
	constructor({ kind: e, message: t, issues: n }) {
		super(t), this.name = "Refusal", this.kind = e, this.issues = n;
	}
}, o = class {
	#e;
	#t;
	constructor(e) {
		this.#e = e, this.#n();
	}
	#n() {
		this.#t = new WebAssembly.Instance(this.#e, {}).exports;
	}
	ask(e) {
		return this.#r(new TextEncoder().encode(JSON.stringify(e)));
	}
	take(e) {
		let t = new DataView(e).getUint32(4, !0), { scenario: n } = JSON.parse(new TextDecoder().decode(new Uint8Array(e, 8, t)));
		return {
			run: this.#r(new Uint8Array(e)),
			scenario: n
		};
	}
	#r(e) {
		try {
			let t = this.#t.cellwise_room(e.length) >>> 0;
			new Uint8Array(this.#t.memory.buffer, t, e.length).set(e);
			let n = this.#t.cellwise_answer() >>> 0, r = this.#t.cellwise_answered() >>> 0;
			return c(this.#t.memory.buffer.slice(r, r + n));
		} catch (e) {
			throw e instanceof WebAssembly.RuntimeError ? this.#i(e) : e;
		}
	}
	#i(e) {
		let t = this.#t.cellwise_is_short() !== 0;
		return this.#n(), t ? new a({
			kind: "memory",
			message: "the browser gives this page no more memory",
			issues: []
		}) : new a({
			kind: "fault",
			message: `fault in Cellwise, please report it: ${e.message}`,
			issues: []
		});
	}
	async run(e, { progress: t = () => !0, breathe: a = s } = {}) {
		let o = this.ask({
			ask: "begin",
			scenario: e
		}), c = r;
		for (let e = !1; !e;) {
			let s = performance.now(), l = this.ask({
				ask: "advance",
				run: o,
				events: c
			}), u = Math.max(performance.now() - s, .1);
			c = Math.round(Math.min(Math.max(c * n / u, r), i, 4 * c)), await a(), e = l.state !== "running" || t(l.progress) === !1;
		}
		return {
			run: o,
			...this.ask({
				ask: "finish",
				run: o
			})
		};
	}
};
function s() {
	return new Promise((e) => {
		let { port1: t, port2: n } = new MessageChannel();
		t.onmessage = () => {
			t.close(), e();
		}, n.postMessage(void 0);
	});
}
function c(n) {
	let r = new DataView(n).getUint32(0, !0), i = Math.ceil((4 + r) / t) * t, o = new TextDecoder().decode(new Uint8Array(n, 4, r)), s = JSON.parse(o, (t, r) => r?.$ === void 0 ? r : new e[r.$](n, i + r.at, r.length));
	if (s.refused !== void 0) throw new a(s.refused);
	return s.ok;
}
// src/compute/module.ts
var l = "application/wasm", u = 31;
async function d(e) {
	if (typeof WebAssembly > "u") throw Error("This page has no WebAssembly, which the simulator is written in.");
	let t = e instanceof URL ? await f(e.href) : new Response(e);
	try {
		return await WebAssembly.compileStreaming(p(t) ? t : await m(t));
	} catch (e) {
		let t = e instanceof Error ? e.message : String(e);
		throw Error(`The simulator could not be compiled, or this page forbids WebAssembly: ${t}`);
	}
}
async function f(e) {
	let t = await fetch(e);
	if (t.ok) return t;
	throw Error(t.status === 404 ? "The simulator for browsers is not there: make build says why, and builds it where it can." : `${e}: ${t.status} ${t.statusText}`);
}
function p(e) {
	return e.headers.get("Content-Type")?.startsWith(l) ?? !1;
}
async function m(e) {
	if (!e.body) throw Error("it is empty");
	let [t, n] = e.body.tee(), r = t.getReader(), i = await r.read();
	r.cancel();
	let a = i.value?.[0] === u ? n.pipeThrough(new DecompressionStream("gzip")) : n;
	return new Response(a, { headers: { "Content-Type": l } });
}
// src/compute/worker.ts
var h = globalThis, g = 1.25, _, v = new Promise((e) => _ = e), y = v.then((e) => new o(e)), b = /* @__PURE__ */ new Map(), x = /* @__PURE__ */ new Map(), S = [["duration", "500 ms"]], C = "n-source";
async function w(e) {
	switch (e.ask) {
		case "load": return _(e.module instanceof ArrayBuffer ? d(e.module) : e.module), y.then(() => null);
		case "warm": return E();
		case "module": return T(await y, e.request);
		case "run": return D(e);
		case "take": return O(e);
		case "about": {
			let t = x.get(e.key);
			return t ? T(t.engine, {
				...e.about,
				run: t.run
			}) : null;
		}
		case "marked": return A(e);
		case "lanes": return j(e);
		case "pieces": return N(e);
		case "forget": return x.delete(e.key), null;
	}
}
function T(e, t) {
	return e.ask(t);
}
async function E() {
	let e = await y, t = e.ask({
		ask: "set",
		scenario: e.ask({
			ask: "template",
			name: C
		}),
		changes: S
	}), n = new o(await v), { run: r } = await n.run(e.ask({
		ask: "watching",
		scenario: t
	}).scenario, { progress: () => b.size === 0 });
	return n.ask({
		ask: "describe",
		run: r,
		hidden: []
	}), null;
}
async function D({ id: e, key: t, scenario: n, changes: r, watched: i }) {
	let a = await y, s = () => b.get(t) === e;
	if (!s()) return null;
	let c = r.length ? a.ask({
		ask: "set",
		scenario: n,
		changes: r
	}) : n, { scenario: l, hidden: u } = i ? a.ask({
		ask: "watching",
		scenario: c
	}) : {
		scenario: c,
		hidden: []
	}, d = new o(await v), f = await d.run(l, { progress: (t) => (h.postMessage({
		id: e,
		share: t
	}), s()) });
	return s() ? (x.set(t, {
		engine: d,
		run: f.run,
		scenario: c,
		hidden: u,
		again: void 0
	}), d.ask({
		ask: "describe",
		run: f.run,
		hidden: u
	})) : null;
}
async function O({ key: e, octets: t }) {
	let n = new o(await v), { run: r, scenario: i } = n.take(t);
	return x.set(e, {
		engine: n,
		run: r,
		scenario: i,
		hidden: [],
		again: void 0
	}), {
		scenario: JSON.parse(i),
		described: n.ask({
			ask: "describe",
			run: r,
			hidden: []
		})
	};
}
async function k(e, t, n, r) {
	let i = x.get(e);
	if (!i) return null;
	if (i.again?.of === t && i.again.until_s >= n) return i;
	i.again && i.engine.ask({
		ask: "forget",
		run: i.again.run
	}), i.again = void 0;
	let a = await i.engine.run(r(i), { progress: () => x.get(e) === i });
	return x.get(e) === i ? (i.again = {
		of: t,
		run: a.run,
		tables: a.tables,
		until_s: n
	}, i) : null;
}
async function A({ key: e, flow: t, from_s: n, to_s: r, most: i }) {
	let a = g * r, o = x.get(e)?.again, s = await k(e, t, o?.of === t && o.until_s >= r ? r : a, ({ engine: e, scenario: n }) => e.ask({
		ask: "again",
		scenario: n,
		flow: t,
		to_s: a
	}));
	return s?.again ? s.engine.ask({
		ask: "marked",
		run: s.again.run,
		flow: t,
		from_s: n,
		to_s: r,
		most: i
	}) : null;
}
async function j({ key: e, port: t, from_s: n, to_s: r, most: i }) {
	let a = await k(e, JSON.stringify([
		t,
		n,
		r,
		i
	]), r, ({ engine: e, scenario: a }) => e.ask({
		ask: "again",
		scenario: a,
		port: t,
		from_s: n,
		to_s: r,
		most: i
	}));
	return a?.again ? a.engine.ask({
		ask: "lanes",
		run: a.again.run,
		port: t,
		from_s: n,
		to_s: r
	}) : null;
}
var M = ["cells", "packets"];
async function N({ key: e, since_s: t, to_s: n, most: r }) {
	let i = (e) => `${Math.round(e * 0xe8d4a51000)} ps`, a = await k(e, JSON.stringify([
		"pieces",
		t,
		n
	]), n, ({ engine: e, scenario: a }) => {
		let o = M.flatMap((e) => [
			[`probes.${e}.port`, "*"],
			[`probes.${e}.from`, i(t)],
			[`probes.${e}.until`, i(n)],
			[`probes.${e}.limit`, String(r)]
		]);
		return e.ask({
			ask: "set",
			scenario: e.ask({
				ask: "again",
				scenario: a,
				to_s: n
			}),
			changes: o
		});
	});
	if (!a?.again) return null;
	let { engine: o, again: s } = a, c = (e) => s.tables.includes(e) ? o.ask({
		ask: "table",
		run: s.run,
		name: e
	}) : null;
	return Object.fromEntries(M.map((e) => [e, c(e)]));
}
function P(e) {
	if (e instanceof a) {
		let { kind: t, issues: n } = e;
		return {
			kind: t,
			message: e.message,
			issues: n.map((e) => ({
				...e,
				text: F(e)
			}))
		};
	}
	return {
		kind: "browser",
		message: e instanceof Error ? e.message : String(e),
		issues: []
	};
}
function F({ path: e, value: t, rule: n }) {
	return t === null ? `${e}: ${n}` : `${e}: ${t} is not allowed; ${n}`;
}
var I = Promise.resolve();
h.onmessage = ({ data: e }) => {
	e.ask === "run" && b.set(e.key, e.id), e.ask === "forget" && b.delete(e.key);
	let t = e.ask === "marked" || e.ask === "lanes" || e.ask === "pieces", n = t ? I.then(() => w(e)) : w(e);
	t && (I = n.catch(() => void 0)), n.then((t) => h.postMessage({
		id: e.id,
		ok: t
	}), (t) => h.postMessage({
		id: e.id,
		failed: P(t)
	}));
};
