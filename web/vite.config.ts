import { defineConfig, type UserConfig } from "vite";

const BUNDLE = "../python/cellwise/_web";

// Fixed names and nothing that depends on the time or the place, so that the same sources give the same bytes.
const page: UserConfig = {
  base: "./",
  build: {
    outDir: BUNDLE,
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    license: { fileName: "licenses.md" },
    rolldownOptions: {
      output: { entryFileNames: "page.js", assetFileNames: "page[extname]", codeSplitting: false },
    },
  },
};

// The simulator's worker, beside the page.
const worker: UserConfig = {
  publicDir: false,
  build: {
    outDir: BUNDLE,
    emptyOutDir: false,
    target: "es2022",
    lib: { entry: "src/compute/worker.ts", formats: ["es"], fileName: () => "worker.js" },
  },
};

const widget: UserConfig = {
  publicDir: false,
  build: {
    outDir: BUNDLE,
    emptyOutDir: false,
    target: "es2022",
    lib: { entry: "src/widget.ts", formats: ["es"], fileName: () => "widget.js", cssFileName: "widget" },
  },
};

// What the documentation's site loads besides: scripts that stand beside each other under names that pages know.
const site: UserConfig = {
  base: "./",
  publicDir: false,
  build: {
    outDir: "../docs/_live",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    license: { fileName: "licenses.txt" },
    rolldownOptions: {
      input: { figures: "src/site/figures.ts", worker: "src/compute/worker.ts", offline: "src/site/offline.ts" },
      output: { entryFileNames: "[name].js", assetFileNames: "figures[extname]" },
    },
  },
};

const tests: UserConfig = {
  publicDir: false,
  build: {
    outDir: "node_modules/.cache/tests",
    ssr: "src/all.test.ts",
    target: "node20",
    rolldownOptions: { output: { entryFileNames: "tests.js" } },
  },
};

export default defineConfig(({ mode }) => ({ worker, widget, site, test: tests })[mode] ?? page);
