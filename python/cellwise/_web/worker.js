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
var l = 31;
async function u(e) {
	if (typeof WebAssembly > "u") throw Error("This page has no WebAssembly, which the simulator is written in.");
	let t = e instanceof URL ? await d(e.href) : new Blob([e]).stream();
	try {
		let e = await f(t);
		return await WebAssembly.compileStreaming(new Response(e, { headers: { "Content-Type": "application/wasm" } }));
	} catch (e) {
		let t = e instanceof Error ? e.message : String(e);
		throw Error(`The simulator could not be compiled, or this page forbids WebAssembly: ${t}`);
	}
}
async function d(e) {
	let t = await fetch(e);
	if (t.ok && t.body) return t.body;
	throw Error(t.status === 404 ? "The simulator for browsers is not there: make build says why, and builds it where it can." : `${e}: ${t.status} ${t.statusText}`);
}
async function f(e) {
	let t = e.getReader(), n = await t.read(), r = new ReadableStream({
		start: (e) => n.value ? e.enqueue(n.value) : e.close(),
		pull: async (e) => {
			let { value: n } = await t.read();
			n ? e.enqueue(n) : e.close();
		}
	});
	return n.value?.[0] === l ? r.pipeThrough(new DecompressionStream("gzip")) : r;
}
// src/compute/worker.ts
var p = globalThis, m = 1.25, h, g = new Promise((e) => h = e), _ = g.then((e) => new o(e)), v = /* @__PURE__ */ new Map(), y = /* @__PURE__ */ new Map(), b = [["duration", "500 ms"]], x = "n-source";
async function S(e) {
	switch (e.ask) {
		case "load": return h(e.module instanceof WebAssembly.Module ? e.module : u(e.module)), _.then(() => null);
		case "warm": return w();
		case "module": return C(await _, e.request);
		case "run": return T(e);
		case "take": return E(e);
		case "about": {
			let t = y.get(e.key);
			return t ? C(t.engine, {
				...e.about,
				run: t.run
			}) : null;
		}
		case "marked": return O(e);
		case "lanes": return k(e);
		case "forget": return y.delete(e.key), null;
	}
}
function C(e, t) {
	return e.ask(t);
}
async function w() {
	let e = await _, t = e.ask({
		ask: "set",
		scenario: e.ask({
			ask: "template",
			name: x
		}),
		changes: b
	}), n = new o(await g), { run: r } = await n.run(e.ask({
		ask: "watching",
		scenario: t
	}).scenario, { progress: () => v.size === 0 });
	return n.ask({
		ask: "describe",
		run: r,
		hidden: []
	}), null;
}
async function T({ id: e, key: t, scenario: n, changes: r, watched: i }) {
	let a = await _, s = () => v.get(t) === e;
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
	}, d = new o(await g), f = await d.run(l, { progress: (t) => (p.postMessage({
		id: e,
		share: t
	}), s()) });
	return s() ? (y.set(t, {
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
async function E({ key: e, octets: t }) {
	let n = new o(await g), { run: r, scenario: i } = n.take(t);
	return y.set(e, {
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
async function D(e, t, n, r) {
	let i = y.get(e);
	if (!i) return null;
	if (i.again?.of === t && i.again.until_s >= n) return i;
	i.again && i.engine.ask({
		ask: "forget",
		run: i.again.run
	}), i.again = void 0;
	let a = await i.engine.run(r(i), { progress: () => y.get(e) === i });
	return y.get(e) === i ? (i.again = {
		of: t,
		run: a.run,
		until_s: n
	}, i) : null;
}
async function O({ key: e, flow: t, from_s: n, to_s: r, most: i }) {
	let a = m * r, o = y.get(e)?.again, s = await D(e, t, o?.of === t && o.until_s >= r ? r : a, ({ engine: e, scenario: n }) => e.ask({
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
async function k({ key: e, port: t, from_s: n, to_s: r, most: i }) {
	let a = await D(e, JSON.stringify([
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
function A(e) {
	if (e instanceof a) {
		let { kind: t, issues: n } = e;
		return {
			kind: t,
			message: e.message,
			issues: n.map((e) => ({
				...e,
				text: j(e)
			}))
		};
	}
	return {
		kind: "browser",
		message: e instanceof Error ? e.message : String(e),
		issues: []
	};
}
function j({ path: e, value: t, rule: n }) {
	return t === null ? `${e}: ${n}` : `${e}: ${t} is not allowed; ${n}`;
}
var M = Promise.resolve();
p.onmessage = ({ data: e }) => {
	e.ask === "run" && v.set(e.key, e.id), e.ask === "forget" && v.delete(e.key);
	let t = e.ask === "marked" || e.ask === "lanes", n = t ? M.then(() => S(e)) : S(e);
	t && (M = n.catch(() => void 0)), n.then((t) => p.postMessage({
		id: e.id,
		ok: t
	}), (t) => p.postMessage({
		id: e.id,
		failed: A(t)
	}));
};
