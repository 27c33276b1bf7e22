import { createDocument } from '@mixmark-io/domino';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { titleOf } from '../title.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

/**
 * Reads the article of a page, or the whole page if none is found. Domino parses as browsers do and adds elements
 * that omitted tags imply; Readability needs parts of a DOM that linkedom has.
 */
export function readHtml(html: string): { text: string; title: string | null } {
  const page = createDocument(html);
  const whole = page.documentElement.outerHTML;
  const article = new Readability(parseHTML(whole).document, { keepClasses: true }).parse();
  const text = htmlToMarkdown(article?.content ?? '');
  return {
    text: text === '' ? htmlToMarkdown(page.body.innerHTML) : text,
    title: titleOf([article?.title, page.title, page.querySelector('h1')?.textContent]),
  };
}
