import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, expect, it } from 'vitest';
import { makeDocx, paragraph } from '../testing/make-docx.ts';
import { makePdf, makeTextPdf, stream } from '../testing/make-pdf.ts';
import { readingProcesses } from '../testing/reading-processes.ts';
import { deepLists } from '../testing/deep-lists.ts';
import { createDocumentReader, type DocumentReader, type DocumentReaderOptions } from './document-reader.ts';
import { UnreadableDocument } from './unreadable-document.ts';

const readers: DocumentReader[] = [];
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.close()));
});

/** For tests that need no reader of their own: a process takes a third of a second to start. Those that count processes close it first. */
const common = createDocumentReader();
afterAll(() => common.close());

it('reads all formats in one process', async () => {
  const read = reading(common);
  // one after the other: a file that waits for a slow one gets a process of its own
  const files = [
    await read('# Notes\n\nHello'),
    await read('<!doctype html><title>Page</title><p>Hello'),
    await read(makeTextPdf([[{ text: 'Hello' }]])),
    await read(await makeDocx(paragraph('Hello'))),
    await read('hello()', '../\nmain.ts'),
  ];
  expect(await readingProcesses()).toHaveLength(1);
  expect(files.map(({ kind, text }) => ({ kind, text }))).toEqual([
    { kind: 'markdown', text: '# Notes\n\nHello' },
    { kind: 'html', text: '# Page\n\nHello' },
    { kind: 'pdf', text: 'Hello' },
    { kind: 'docx', text: 'Hello' },
    { kind: 'code', text: 'hello()' },
  ]);
});

it('leaves the bytes with their owner, and reads no others', async () => {
  const bytes = Buffer.from('before Hello after').subarray(7, 12);
  expect((await common.read(bytes, { path: 'notes' })).text).toBe('Hello');
  expect(bytes.toString()).toBe('Hello');
});

it('gives up a file that takes too long, and reads the next one', async () => {
  await common.close();
  const read = open({ timeout: 2_500 });
  const files = [read(deepLists, 'deep.html'), read('Hello')];
  await expect(files[0]).rejects.toMatchObject({
    reason: 'too_slow',
    message: expect.stringContaining('2.5 seconds'),
  });
  await expect(files[1]).resolves.toMatchObject({ text: 'Hello' });
  // the killed one may take a moment to be gone
  await expect.poll(() => readingProcesses()).toHaveLength(1);
});

it('reads other files beside a slow one', async () => {
  const read = open();
  const stop = new AbortController();
  let isSlow = true;
  const slow = read(deepLists, 'deep.html', stop.signal).catch(() => (isSlow = false));
  const others = ['one', 'two', 'three'].map((text) => read(text));
  expect((await Promise.all(others)).map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  expect(isSlow).toBe(true);
  stop.abort();
  await slow;
  expect((await read('four')).text).toBe('four');
});

it.each([
  ['objects', `<table><tr><th colspan="999999999">x<th>y</table>`, 'wide.html'],
  ['bytes', makeBomb(), 'bomb.pdf'],
])('gives up a file that needs too much memory for its %s, and reads the next one', async (_, bomb, path) => {
  const read = open({ memory: 64 });
  await expect(read(bomb, path)).rejects.toMatchObject({ reason: 'too_much_memory' });
  expect((await read('Hello')).text).toBe('Hello');
});

function makeBomb(): Uint8Array {
  const content = deflateSync(deflateSync(Buffer.alloc(400_000_000, ' ')));
  return makePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
    stream(content, '/Filter [/FlateDecode /FlateDecode]'),
  ]);
}

it.each([1_536, 4_096, 13_312, 16_000, 2_097_152])(
  'refuses old Office files of %i bytes at once',
  async (size) => {
    const read = reading(common);
    const file = (name: string): Buffer => {
      const bytes = Buffer.alloc(size);
      bytes.write('d0cf11e0a1b11ae1', 'hex');
      bytes.write('Root Entry', 512, 'utf16le');
      bytes.write(name, 640, 'utf16le');
      return bytes;
    };
    await expect(read(file('WordDocument'), 'letter.doc')).rejects.toMatchObject({ reason: 'unsupported' });
    await expect(read(file('EncryptedPackage'), 'letter.docx')).rejects.toMatchObject({
      reason: 'encrypted',
    });
  },
);

it('gives up a file when its signal is aborted, while it is read or before its turn', async () => {
  const read = reading(common);
  const [now, later] = [new AbortController(), new AbortController()];
  const files = [read(deepLists, 'deep.html', now.signal), read('Hello', 'a', later.signal), read('Hello')];
  later.abort(new Error('not wanted'));
  now.abort(new Error('enough'));
  await expect(files[0]).rejects.toThrow('enough');
  await expect(files[1]).rejects.toThrow('not wanted');
  await expect(files[2]).resolves.toMatchObject({ text: 'Hello' });
  await expect(read('Hello', 'a', AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
});

it('ends its process when idle, and starts another when needed', async () => {
  await common.close();
  const read = open({ idle: 10 });
  await read('Hello');
  await expect.poll(() => readingProcesses()).toEqual([]);
  expect((await read('again')).text).toBe('again');
});

it('ends its process when it is closed, even while it reads a file', async () => {
  await common.close();
  const reader = createDocumentReader();
  const failed = expect(reader.read(Buffer.from(deepLists), { path: 'deep.html' })).rejects.toThrow('ended');
  await expect.poll(() => readingProcesses()).toHaveLength(1);
  await reader.close();
  await failed;
  expect(await readingProcesses()).toEqual([]);
  await reader.close();
});

it('returns a text or a reason, whatever the bytes are', async () => {
  const read = reading(common);
  const names = fc.constantFrom('a.md', 'a.pdf', 'a.docx', 'a.html', '../\na.ts');
  const starts = fc.constantFrom('', '%PDF-1.7\n', 'PK\u0003\u0004', '<html>', '\u00ff\u00fe');
  await fc.assert(
    fc.asyncProperty(
      names,
      starts,
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      async (name, start, bytes) => {
        const result = await read(Buffer.concat([Buffer.from(start, 'latin1'), bytes]), name).catch(
          (error) => error,
        );
        if (result instanceof UnreadableDocument) expect(result.message).toMatch(/^The |^Files |^Of /);
        else expect(result.text).toMatch(/^(?:(?!\0)[^])+$/);
      },
    ),
    { numRuns: 200 },
  );
});

it('returns a text or a reason when a file was cut off or changed', async () => {
  const read = reading(common);
  const files = [
    makeTextPdf([[{ text: 'Hello' }], [{ text: 'there' }]], { title: 'Greeting' }),
    await makeDocx(paragraph('Hello', 'Heading1') + paragraph('there')),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.nat(2000),
      fc.nat(2000),
      fc.nat(255),
      async (file, length, place, byte) => {
        const changed = Uint8Array.from(file.subarray(0, 4 + length));
        if (place > 8) changed[place % changed.length] = byte;
        const result = await read(changed).catch((error) => error);
        if (!(result instanceof UnreadableDocument)) expect(result.text).toEqual(expect.any(String));
      },
    ),
    { numRuns: 100 },
  );
});

it('reads a line of ten million letters', async () => {
  const line = 'word '.repeat(2_000_000);
  expect((await reading(common)(line, 'line.txt')).text).toBe(line);
});

function open(options: DocumentReaderOptions = {}) {
  const reader = createDocumentReader(options);
  readers.push(reader);
  return reading(reader);
}

function reading(reader: DocumentReader) {
  return (content: string | Uint8Array, path = 'notes.md', signal?: AbortSignal) =>
    reader.read(Buffer.from(content), { path, ...(signal === undefined ? {} : { signal }) });
}
