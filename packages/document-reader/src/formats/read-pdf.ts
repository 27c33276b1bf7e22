import { getDocumentProxy } from 'unpdf';
import { UnreadableDocument } from '../unreadable-document.ts';
import type { Line } from './join-lines.ts';
import { joinPages } from './join-pages.ts';

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Reads the text of a PDF, page by page. */
export async function readPdf(bytes: Uint8Array): Promise<{ text: string; title: string | null }> {
  const document = await open(bytes);
  const { info } = await document.getMetadata();
  const pages: Line[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    pages.push(linesOf(await page.getTextContent()));
    page.cleanup();
  }
  const text = joinPages(pages);
  if (text === '') {
    throw new UnreadableDocument(
      'empty',
      'The PDF holds only images. Run text recognition (OCR) on it, and add the result.',
    );
  }
  return { text, title: 'Title' in info && typeof info.Title === 'string' ? info.Title : null };
}

async function open(bytes: Uint8Array): Promise<Document> {
  try {
    // a copy, because the library detaches its argument and takes no Buffer
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new UnreadableDocument('encrypted', 'The PDF is protected by a password. Save it without one.', {
        cause: error,
      });
    }
    throw error;
  }
}

type Page = Awaited<ReturnType<Document['getPage']>>;

function linesOf({ items }: Awaited<ReturnType<Page['getTextContent']>>): Line[] {
  const lines: Line[] = [];
  let line: Line | null = null;
  for (const item of items) {
    if (!('str' in item)) continue;
    line ??= { text: '', y: Number(item.transform[5]), height: item.height };
    line.text += item.str;
    if (!item.hasEOL) continue;
    lines.push(line);
    line = null;
  }
  return [...lines, ...(line === null ? [] : [line])].filter(({ text }) => text.trim() !== '');
}
