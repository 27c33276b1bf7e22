// the parts used of packages without their own types

declare module '@joplin/turndown-plugin-gfm' {
  import type { Plugin } from 'turndown';
  export const gfm: Plugin;
}

declare module '@mixmark-io/domino' {
  export function createDocument(html: string): {
    title: string;
    documentElement: { outerHTML: string };
    body: { innerHTML: string };
    querySelector(selector: string): { textContent: string } | null;
  };
}
