import { gfm } from '@joplin/turndown-plugin-gfm';
import Turndown from 'turndown';

const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  .use(gfm)
  .remove(['head', 'script', 'style', 'noscript', 'template', 'iframe', 'object', 'canvas', 'video', 'audio'])
  .addRule('image', { filter: 'img', replacement: () => '' });

/** Returns Markdown with tables and fences, without images. */
export function htmlToMarkdown(html: string): string {
  return turndown.turndown(html);
}
