import type { Source } from './answer.ts';
import { decodeText } from './decode-text.ts';
import { markupOf, mayBeNotebook, packedFormat } from './format.ts';
import { isCode } from './is-code.ts';
import { leaveOutData } from './leave-out-data.ts';
import { tidy } from './tidy.ts';
import { firstHeading, titled } from './title.ts';
import { UnreadableDocument } from './unreadable-document.ts';

export type ReadDocument = {
  /** Markdown for all kinds except `text` and `code`, at most 20 million characters, with `\n` at the ends of lines. */
  text: string;
  /** The title in the file; null if there is none. */
  title: string | null;
  kind: 'markdown' | 'text' | 'code' | 'html' | 'pdf' | 'docx' | 'notebook';
};

const mostCharacters = 20_000_000;

/** Reads a file by its content, otherwise by its media type, otherwise by its extension. Throws an `UnreadableDocument`. */
export async function readDocument(source: Source): Promise<ReadDocument> {
  const { kind, text, title } = await read(source);
  if (text.length > mostCharacters) {
    throw new UnreadableDocument(
      'too_large',
      'The file holds more than 20 million characters of text. Split it.',
    );
  }
  const tidied = tidy(leaveOutData(text));
  if (tidied.trim() === '') throw new UnreadableDocument('empty', 'The file holds no text.');
  return { text: tidied, title, kind };
}

/** Reads a file. Each format loads its libraries when needed. */
async function read(source: Source): Promise<ReadDocument> {
  const { bytes, path, mediaType = '' } = source;
  const format = packedFormat(bytes);
  if (format === 'pdf') {
    const { readPdf } = await import('./formats/read-pdf.ts');
    return { kind: 'pdf', ...titled(await orDamaged('PDF', () => readPdf(bytes))) };
  }
  if (format === 'zip') {
    const { readDocx } = await import('./formats/read-docx.ts');
    return { kind: 'docx', ...(await orDamaged('ZIP or Word', () => readDocx(bytes))) };
  }
  const text = await decodeText(bytes, mediaType);
  if (mayBeNotebook(text)) {
    const { readNotebook } = await import('./formats/read-notebook.ts');
    const notebook = readNotebook(text);
    if (notebook !== null) return { kind: 'notebook', ...notebook };
  }
  const markup = markupOf(text, { path, mediaType });
  if (markup === 'html') {
    const { readHtml } = await import('./formats/read-html.ts');
    return { kind: 'html', ...titled(await orDamaged('HTML', async () => readHtml(text))) };
  }
  if (markup === 'markdown') return { kind: 'markdown', text, title: firstHeading(text) };
  return { kind: (await isCode(path)) ? 'code' : 'text', text, title: null };
}

/** Turns what a library throws into an `UnreadableDocument`, because the file is at fault. */
async function orDamaged<T>(format: string, parse: () => Promise<T>): Promise<T> {
  try {
    return await parse();
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new UnreadableDocument(
      'damaged',
      `The ${format} file is damaged or nested too deeply (${why}). Save it again, or as plain text.`,
      { cause: error },
    );
  }
}
