import { Readable } from 'node:stream';
import JSZip from 'jszip';
import mammoth from 'mammoth';
import { UnreadableDocument } from '../unreadable-document.ts';
import { firstHeading } from '../title.ts';
import { hasEquations, writeEquations } from './equations.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

const mostUnpacked = 200_000_000;
/** The XML of Office shrinks to a tenth, rarely to a fiftieth. */
const mostRatio = 200;
/** Code in Markdown, so that no mark in an equation is read as one. */
const equationStyle = 'Equation';
const smallUnpacked = 10_000_000;

/** Reads the text of a Word document, without its images. */
export async function readDocx(bytes: Uint8Array): Promise<{ text: string; title: string | null }> {
  const zip = await JSZip.loadAsync(bytes);
  if (!Object.keys(zip.files).some((name) => /^word\/document\d*\.xml$/.test(name))) {
    throw new UnreadableDocument(
      'unsupported',
      'The only ZIP archives that can be read are Word documents (.docx). Unpack it, or save it as .docx, PDF or text.',
    );
  }
  await checkUnpacked(zip, bytes.byteLength);
  const { value } = await mammoth.convertToHtml(
    { buffer: await withWrittenEquations(zip, bytes) },
    {
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      styleMap: [`r.${equationStyle} => code`],
    },
  );
  const text = htmlToMarkdown(value);
  return { text, title: firstHeading(text) };
}

/** Returns a document in which equations are text, because mammoth leaves them out. */
async function withWrittenEquations(zip: JSZip, bytes: Uint8Array): Promise<Buffer> {
  let isChanged = false;
  for (const part of Object.values(zip.files)) {
    if (!/^word\/(?:document|footnotes|endnotes|comments)\d*\.xml$/.test(part.name)) continue;
    const xml = await part.async('string');
    if (!hasEquations(xml)) continue;
    zip.file(part.name, writeEquations(xml, equationStyle));
    isChanged = true;
  }
  return isChanged
    ? zip.generateAsync({ type: 'nodebuffer' })
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Unpacks each part and keeps nothing, because the sizes that an archive states may be wrong. */
async function checkUnpacked(zip: JSZip, packed: number): Promise<void> {
  const most = Math.min(mostUnpacked, Math.max(smallUnpacked, packed * mostRatio));
  let unpacked = 0;
  for (const part of Object.values(zip.files)) {
    for await (const chunk of new Readable().wrap(part.nodeStream())) {
      unpacked += chunk.length;
      if (unpacked > most) {
        throw new UnreadableDocument(
          'too_large',
          'The document unpacks to far more than any text needs. Split it.',
        );
      }
    }
  }
}
