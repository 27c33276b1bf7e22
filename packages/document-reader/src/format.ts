import { extname } from 'node:path';
import { parseMediaType } from './media-type.ts';
import { UnreadableDocument } from './unreadable-document.ts';

// as bytes: the search for UTF-16 in bytes at an odd address never ends in Node 24
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

/**
 * Detects formats other than text by their first bytes. Throws an `UnreadableDocument` for the older container of
 * Office.
 */
export function packedFormat(bytes: Uint8Array): 'pdf' | 'zip' | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString(
    'latin1',
  );
  if (/^(?:\xef\xbb\xbf)?\s*%PDF-/.test(head)) return 'pdf';
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return 'zip';
  if (!head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return null;
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all.includes(encryptedPackage)) {
    throw new UnreadableDocument('encrypted', 'The file is protected by a password. Save it without one.');
  }
  throw new UnreadableDocument(
    'unsupported',
    'Files of Outlook and of Office before 2007 (.doc, .xls, .ppt) cannot be read. Save it as .docx, PDF or text.',
  );
}

/** Whether a text may be a Jupyter notebook, by its beginning and the names that each has. */
export const mayBeNotebook = (text: string): boolean =>
  /^\s*\{/.test(text.slice(0, 1024)) && text.includes('"nbformat"');

type Markup = 'html' | 'markdown';

const byMediaType = new Map<string | null, Markup>([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/markdown', 'markdown'],
  ['text/x-markdown', 'markdown'],
]);

const byExtension = new Map<string, Markup>([
  ['.html', 'html'],
  ['.htm', 'html'],
  ['.xhtml', 'html'],
  ['.md', 'markdown'],
  ['.markdown', 'markdown'],
  ['.mdx', 'markdown'],
]);

// a comment ends at its first `-->` and nowhere else: with more choices, the time doubles with each comment
const htmlBeginning = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+)?html[\s>]/i;

/** Returns the markup of a text, by its beginning, otherwise by its media type, otherwise by its extension; null if unknown. */
export function markupOf(
  text: string,
  { path, mediaType }: { path: string; mediaType: string },
): Markup | null {
  if (htmlBeginning.test(text.slice(0, 4096))) return 'html';
  const { essence } = parseMediaType(mediaType);
  return byMediaType.get(essence) ?? byExtension.get(extname(path).toLowerCase()) ?? null;
}
