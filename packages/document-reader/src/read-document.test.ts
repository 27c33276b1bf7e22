import { expect, it } from 'vitest';
import { makeDocx, paragraph } from '../testing/make-docx.ts';
import { readDocument } from './read-document.ts';

it('leaves Markdown as it is, except for line ends and byte order mark', async () => {
  const markdown = '\ufeff\r\n```sh\n# not this\n```\r\n# The *title* #\r\rText with `code`  \n';
  expect(await read(markdown, 'notes.md')).toEqual({
    kind: 'markdown',
    title: 'The *title*',
    text: '\n```sh\n# not this\n```\n# The *title* #\n\nText with `code`  \n',
  });
});

it.each([
  ['main.ts', 'code'],
  ['settings.yaml', 'code'],
  ['src/Dockerfile', 'code'],
  ['MAIN.PY', 'code'],
  ['notes.txt', 'text'],
  ['notes.unheard-of', 'text'],
  ['notes', 'text'],
  ['notes.MD', 'markdown'],
  ['../../etc/\npasswd.rs', 'code'],
  ['a\0\n.html', 'html'],
])('recognises %j as %s', async (path, kind) => {
  expect((await read('<p>a: 1</p>', path)).kind).toBe(kind);
});

it('decides by a file’s content first, then by its media type, then by its name', async () => {
  const page =
    '<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE html>\n<html><body><p>Hello</p></body></html>';
  expect(await read(page, 'page.md', 'text/markdown')).toMatchObject({ kind: 'html', text: 'Hello' });
  expect((await read('<p>Hello</p>', 'page.txt', 'Text/HTML; charset=utf-8')).kind).toBe('html');
  expect((await read('Hello', 'page.html', 'text/markdown')).kind).toBe('markdown');
  expect((await read('Hello', 'page.md', 'text/plain')).kind).toBe('markdown');
  expect((await read('Hello', 'page.md', 'no media type')).kind).toBe('markdown');
  expect((await read(await makeDocx(paragraph('Hello')), 'page.html', 'text/html')).kind).toBe('docx');
});

it('reads a file that begins with many comments', async () => {
  const comments = '<!-- lint off -->\n'.repeat(60);
  expect((await read(`${comments}# Title`, 'page.md')).kind).toBe('markdown');
  expect((await read(`${comments}<html><p>Hello</p></html>`, 'page.md')).kind).toBe('html');
});

const german = 'Die Straße führt über die Brücke; schöne Grüße aus München. Die Änderung läuft.';
const japanese = 'データベースはポート6543で待ち受けています。東京のサーバーです。';
const japaneseBytes =
  '8366815b835e8378815b835882cd837c815b83673635343382c591d282bf8ef382af82c482a282dc82b78142938c8b9e82cc8354815b836f815b82c582b78142';
const thai = 'ฐานข้อมูลสำหรับทดสอบอยู่ที่พอร์ต 6543 และเซิร์ฟเวอร์อยู่ในกรุงเทพมหานคร';

/** Encodes with one byte per character, in the order of Unicode from `first` on. */
const inOneByte = (text: string, first: number, byte: number): Uint8Array =>
  Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0);
    return code < 0x80 ? code : code - first + byte;
  });

it.each([
  ['UTF-8', thai, Buffer.from(thai)],
  ['UTF-16 LE', german, Buffer.from(`\ufeff${german}`, 'utf16le')],
  ['UTF-16 BE', thai, Buffer.from(`\ufeff${thai}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', german, Buffer.from(german, 'utf16le')],
  ['Latin-1', german, Buffer.from(german, 'latin1')],
  ['Shift-JIS', japanese, Buffer.from(japaneseBytes, 'hex')],
  ['TIS-620', thai, inOneByte(thai, 0xe01, 0xa1)],
])('reads text in %s', async (_, text, bytes) => {
  expect(await read(bytes, 'notes.txt')).toEqual({ kind: 'text', title: null, text });
});

it('uses the encoding that the media type names, or the one that a page names', async () => {
  // too short for a guess
  const bytes = Buffer.from('e3', 'hex');
  expect((await read(bytes, 'notes.txt', 'text/plain; charset=iso-8859-7')).text).toBe('γ');
  const page = Buffer.concat([Buffer.from('<html><meta charset="iso-8859-7"><body><p>'), bytes]);
  expect((await read(page)).text).toBe('γ');
});

it('drops characters that no store accepts', async () => {
  expect((await read(`${'word '.repeat(30)}\0end\f\u001b[1mbold`)).text).toBe(
    `${'word '.repeat(30)}end\n[1mbold`,
  );
});

it.each([
  ['binary', 'bytes that are no text', Uint8Array.from({ length: 500 }, (_, index) => (index * 7919) % 256)],
  ['binary', 'text among zeros', `word${'\0'.repeat(4)}`.repeat(50)],
  ['unsupported', 'an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['unsupported', 'an archive without a document', Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex')],
  ['unsupported', 'an old Word document', Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(504)}`, 'hex')],
  [
    'encrypted',
    'a Word document with a password',
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(700),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]),
  ],
  ['empty', 'blanks', ' \r\n\u00a0\t'],
  ['empty', 'a page without words', '<html><body><img src="a.png"></body></html>'],
  ['too_large', 'too much text', 'x'.repeat(20_000_001)],
])('says %s of %s', async (reason, _, bytes) => {
  await expect(read(bytes, 'notes.md')).rejects.toMatchObject({ reason });
});

it.each([
  ['=====', 'Guide'],
  ['---', null],
])('reads the title that is underlined with %s: %s', async (line, title) => {
  expect((await read(`Guide\n${line}\n\nText.`, 'notes.md')).title).toBe(title);
});

it('leaves out pictures in any text', async () => {
  const data = Buffer.from(Uint8Array.from({ length: 9_000 }, (_, index) => (index * index) % 251)).toString(
    'base64',
  );
  for (const [name, text] of [
    ['a.json', `{"picture": "${data}"}`],
    ['a.md', `# A\n\n![x](data:image/png;base64,${data})`],
    ['a.html', `<p>A <a href="data:image/png;base64,${data}">link</a></p>`],
  ] as const) {
    const page = await read(text, name);
    expect(page.text).toContain('[left out: ');
    expect(page.text.length).toBeLessThan(200);
  }
});

it('finds the heading below a line of fifteen million letters', async () => {
  expect((await read(`${'x'.repeat(15_000_000)}\n# Below`, 'notes.md')).title).toBe('Below');
});

function read(content: string | Uint8Array, path = 'notes', mediaType?: string) {
  return readDocument({ bytes: Buffer.from(content), path, mediaType });
}
