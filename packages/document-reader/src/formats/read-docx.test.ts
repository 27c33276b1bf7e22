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

it.each([
  ['a fraction', f(r('1'), `${r('x')}${r('+y')}`), '1/(x+y)'],
  [
    'powers and indices',
    `${sup(r('e'), r('iπ'))}${r('+')}<m:sSub><m:e>${r('a')}</m:e><m:sub>${r('n')}</m:sub></m:sSub>`,
    'e^(iπ)+a_n',
  ],
  [
    'a root',
    `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${sup(r('b'), r('2'))}${r('-4ac')}</m:e></m:rad>`,
    '√(b^2-4ac)',
  ],
  ['a cube root', `<m:rad><m:deg>${r('3')}</m:deg><m:e>${r('x')}</m:e></m:rad>`, '(3)√x'],
  [
    'a sum',
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup><m:e>${r('i')}</m:e></m:nary>`,
    '∑_(i=1)^n i',
  ],
  [
    'an integral',
    `<m:nary><m:sub>${r('0')}</m:sub><m:sup>${r('1')}</m:sup><m:e>${r('f')}</m:e></m:nary>`,
    '∫_0^1 f',
  ],
  [
    'brackets',
    `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>${r('0,1')}</m:e></m:d>`,
    '[0,1]',
  ],
  [
    'a function',
    `<m:func><m:fName>${r('sin')}</m:fName><m:e><m:d><m:e>${r('x')}</m:e></m:d></m:e></m:func>`,
    'sin(x)',
  ],
  ['a limit', `<m:limLow><m:e>${r('lim')}</m:e><m:lim>${r('n→∞')}</m:lim></m:limLow>`, 'lim_(n→∞)'],
  [
    'a matrix',
    `<m:m><m:mr><m:e>${r('1')}</m:e><m:e>${r('2')}</m:e></m:mr><m:mr><m:e>${r('3')}</m:e><m:e>${r('4')}</m:e></m:mr></m:m>`,
    '[1, 2; 3, 4]',
  ],
  ['signs of XML and Markdown', r('a &lt; b_1*c*'), 'a < b_1*c*'],
])('writes an equation in a line: %s', async (_, equation, line) => {
  const within = `<w:p><w:r><w:t xml:space="preserve">For </w:t></w:r><m:oMath>${equation}</m:oMath><w:r><w:t>, it holds.</w:t></w:r></w:p>`;
  const alone = `<w:p><m:oMathPara><m:oMathParaPr/><m:oMath>${equation}</m:oMath></m:oMathPara></w:p>`;
  expect((await readDocx(await makeDocx(within + alone))).text).toBe(
    `For \`${line}\`, it holds.\n\n\`${line}\``,
  );
});

it('reads a document whose equations are cut off or empty', async () => {
  const parts = '<m:oMath><m:f/></m:oMath><m:oMath></m:oMath>';
  const document = await makeDocx(`<w:p>${parts}<w:r><w:t>Hello</w:t></w:r></w:p>`);
  expect((await readDocx(document)).text).toContain('Hello');
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

function r(text: string): string {
  return `<m:r><w:rPr><w:i/></w:rPr><m:t>${text}</m:t></m:r>`;
}

function f(above: string, below: string): string {
  return `<m:f><m:fPr><m:ctrlPr/></m:fPr><m:num>${above}</m:num><m:den>${below}</m:den></m:f>`;
}

function sup(base: string, exponent: string): string {
  return `<m:sSup><m:e>${base}</m:e><m:sup>${exponent}</m:sup></m:sSup>`;
}
