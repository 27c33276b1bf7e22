import { expect, it } from 'vitest';
import { makePdf, makeTextPdf, stream } from '../../testing/make-pdf.ts';
import { readDocument } from '../read-document.ts';

const catalogue = '<< /Type /Catalog /Pages 2 0 R >>';
const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

it('joins the lines of a paragraph, and separates paragraphs and pages', async () => {
  const pdf = makeTextPdf(
    [
      [
        { text: 'The staging data-' },
        { text: 'base listens' },
        { text: 'on 6543.' },
        { text: 'Its server is slow.', below: 30 },
        { text: '- item' },
      ],
      [{ text: 'The second page' }],
    ],
    { title: 'About  ports' },
  );
  expect(await read(pdf)).toEqual({
    kind: 'pdf',
    title: 'About ports',
    text: '# About ports\n\n[page 1]\n\nThe staging database listens on 6543.\n\nIts server is slow.\n\n- item\n\n[page 2]\n\nThe second page',
  });
});

it.each([
  '(anonymous)',
  'untitled',
  'Untitled-2',
  'Microsoft Word - report_final.docx',
  'PowerPoint Presentation',
])('takes %s for no title', async (title) => {
  const escaped = title.replaceAll(/[()]/gu, String.raw`\$&`);
  expect(await read(makeTextPdf([[{ text: 'Hello' }]], { title: escaped }))).toEqual({
    kind: 'pdf',
    title: null,
    text: 'Hello',
  });
});

it('says that a PDF without text holds only images', async () => {
  await expect(read(makeTextPdf([[]], { title: 'Scan' }))).rejects.toMatchObject({
    reason: 'empty',
    message: expect.stringContaining('only images'),
  });
});

it('says that a PDF is encrypted', async () => {
  const text = 'x'.repeat(32);
  const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /O (${text}) /U (${text}) /P -4 >> /ID [<00><00>]`;
  await expect(
    read(makePdf([catalogue, pages, page('4 0 R'), stream('')], encryption)),
  ).rejects.toMatchObject({
    reason: 'encrypted',
  });
});

it.each([
  ['damaged', 'a tree of pages that holds itself', [catalogue, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']],
  [
    'empty',
    'a page that is told to be a million',
    [catalogue, pages.replace('/Count 1', '/Count 1000000'), page('4 0 R'), stream('')],
  ],
  ['empty', 'contents that are themselves', [catalogue, pages, page('4 0 R'), '4 0 R']],
  [
    'empty',
    'objects in a stream of objects that extends itself',
    [catalogue, pages, page('6 0 R'), stream('5 0 6 0 (x)', '/Type /ObjStm /N 2 /First 8 /Extends 4 0 R')],
  ],
])('says %s of %s', async (reason, _, objects) => {
  await expect(read(makePdf(objects))).rejects.toMatchObject({ reason });
});

it('reads a form that draws itself only once', async () => {
  const form = stream(
    'BT /F1 12 Tf (once) Tj ET /X Do',
    '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>',
  );
  expect((await read(makePdf([catalogue, pages, page('4 0 R'), stream('/X Do'), form]))).text).toBe('once');
});

it('says that a PDF is damaged', async () => {
  const pdf = makeTextPdf([[{ text: 'Hello' }]]);
  await expect(read(pdf.subarray(0, 60))).rejects.toMatchObject({ reason: 'damaged' });
});

function read(bytes: Uint8Array) {
  return readDocument({ bytes, path: 'notes', mediaType: undefined });
}

function page(contents: string): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << /X 5 0 R >> >> /Contents ${contents} >>`;
}
