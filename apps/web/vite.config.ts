import { defineConfig } from 'vite';

const api = 'http://127.0.0.1:3000';

/** For development, `vite` serves the sources and passes requests on to a running API. */
export default defineConfig({
  base: './',
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy: { '/api': api, '/ws': { target: api, ws: true } } },
});
