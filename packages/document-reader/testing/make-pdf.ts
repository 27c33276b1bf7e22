/** A PDF of these objects, numbered from 1; the first is the catalogue. `trailer` is added to the trailer. */
export function makePdf(objects: (string | Uint8Array)[], trailer = ''): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const starts: number[] = [];
  const size = (): number => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [index, object] of objects.entries()) {
    starts.push(size());
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
  }
  const start = size();
  const entries = starts.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(
    Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${entries}`),
    Buffer.from(`trailer << /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

/** A stream with its length; `dictionary` is added to its dictionary. */
export function stream(content: string | Uint8Array, dictionary = ''): Uint8Array {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${dictionary} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** A PDF with these lines on its pages; `below` is the distance of a line from the one before. */
export function makeTextPdf(
  pages: { text: string; below?: number }[][],
  { title }: { title?: string } = {},
): Uint8Array {
  const first = 4;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ');
  const info = first + pages.length * 2;
  return makePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...pages.flatMap((lines, index) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + index * 2 + 1} 0 R >>`,
        stream(
          `BT /F1 12 Tf 72 800 Td ${lines.map(({ text, below = 14 }) => `0 -${below} Td (${text}) Tj`).join('\n')} ET`,
        ),
      ]),
      `<< ${title === undefined ? '' : `/Title (${title})`} >>`,
    ],
    `/Info ${info} 0 R`,
  );
}
