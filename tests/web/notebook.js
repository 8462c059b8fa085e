// Replaces the scripts that exported notebooks fetch from other hosts. It reads the models in the document, and shows
// the one that it is asked to show, as anywidget does. There is no kernel. `window.models` has the models for tests.
const embedded = (kind) => JSON.parse(document.querySelector(`[type="application/vnd.jupyter.widget-${kind}+json"]`).textContent);
const octets = (text) => new DataView(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer);
window.models = {};

function modelOf({ state, buffers = [] }) {
  const listeners = [];
  const values = { ...state, ...Object.fromEntries(buffers.map(({ path, data }) => [path[0], octets(data)])) };
  return {
    values,
    get: (name) => values[name],
    set: (name, value) => (values[name] = value),
    save_changes: () => undefined,
    on: (event, listener) => listeners.push([event, listener]),
    off: (event, listener) => listeners.splice(listeners.findIndex((one) => one[0] === event && one[1] === listener), 1),
    notify: (name, value) => {
      values[name] = value;
      for (const [event, listener] of [...listeners]) if (event === `change:${name}`) listener();
    },
    widget_manager: { get_model: async (id) => window.models[id] ?? Promise.reject(new Error("widget model not found")) },
  };
}

addEventListener("DOMContentLoaded", async () => {
  for (const [id, one] of Object.entries(embedded("state").state)) window.models[id] = modelOf(one);
  window.model = window.models[embedded("view").model_id];
  document.head.append(Object.assign(document.createElement("style"), { textContent: window.model.get("_css") }));
  const script = URL.createObjectURL(new Blob([window.model.get("_esm")], { type: "text/javascript" }));
  const { default: widget } = await import(script);
  const el = document.body.appendChild(document.createElement("div"));
  window.end = await widget.render({ model: window.model, el });
});
