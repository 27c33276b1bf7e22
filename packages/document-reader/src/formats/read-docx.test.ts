import { expect, it } from 'vitest';
import { makeDocx, paragraph } from '../../testing/make-docx.ts';
import { readDocx } from './read-docx.ts';

const picture = `<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:embed="r2"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

it('reads headings, paragraphs and tables, without images', async () => {
  const body = [
    paragraph('Ports', 'Heading1'),
    paragraph('The staging database listens on 6543.'),
    picture,
    `<w:tbl><w:tr>${cell('name')}${cell('port')}</w:tr></w:tbl>`,
  ].join('');
  const document = await makeDocx(body, { 'word/media/image.png': Buffer.from('no image') });
  expect(await readDocx(document)).toEqual({
    title: 'Ports',
    text: '# Ports\n\nThe staging database listens on 6543.\n\n|     |     |\n| --- | --- |\n| name | port |',
  });
});

it('refuses a document that unpacks to more than any text needs', async () => {
  const bomb = await makeDocx(paragraph('Hello'), { 'word/media/image.png': Buffer.alloc(30_000_000) });
  expect(bomb.length).toBeLessThan(100_000);
  await expect(readDocx(bomb)).rejects.toMatchObject({ reason: 'too_large' });
});

it('reads a document whose images are large', async () => {
  const noise = Uint8Array.from({ length: 2_000_000 }, () => Math.random() * 256);
  const document = await makeDocx(paragraph('Hello'), { 'word/media/image.png': noise });
  expect((await readDocx(document)).text).toBe('Hello');
});

it('expands no entity, internal or external', async () => {
  const document = await makeDocx('', {
    'word/document.xml':
      '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&file;</w:t></w:r></w:p></w:body></w:document>',
  });
  const text = await readDocx(document).then(
    (read) => read.text,
    (error) => String(error),
  );
  expect(text).not.toContain('root:');
});

function cell(text: string): string {
  return `<w:tc>${paragraph(text)}</w:tc>`;
}
