/** Keeps the site for times without a network, once the page that was asked for is there. */

const HERE = import.meta.url;

addEventListener("load", () => {
  if (!("serviceWorker" in navigator)) return;
  // Where that is not allowed, as on an insecure address, the site still works, with a network.
  navigator.serviceWorker.register(new URL("../sw.js", HERE)).catch(() => undefined);
});
