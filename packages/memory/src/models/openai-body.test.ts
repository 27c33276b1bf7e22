import { describe, expect, test } from 'vitest';
import { isApiError } from '../open-client.ts';
import { done, readParts } from './openai-body.ts';

const a = '{"choices":[{"delta":{"content":"a"}}]}';
const b = '{"choices":[{"delta":{"content":"b"}}]}';
const both = [JSON.parse(a), JSON.parse(b)];

describe('parts are read from every form of a body', () => {
  test.each<[string, string, unknown[]]>([
    ['an event stream', `data: ${a}\n\ndata: ${b}\n\ndata: [DONE]\n\n`, [...both, done]],
    ['without spaces', `data:${a}\n\ndata:${b}\n\n`, both],
    ['with other ends of lines', `data: ${a}\r\n\r\ndata: ${b}\r\r`, both],
    ['parted by one newline', `data: ${a}\ndata: ${b}\ndata: [DONE]\n`, [...both, done]],
    ['with empty data', `data:\n\ndata: ${a}\n\ndata: \n\ndata: ${b}\n\n`, both],
    [
      'with comments, names and ids',
      `: hi\n\nevent: x\nid: 1\nretry: 5\ndata: ${a}\n\n:\ndata: ${b}\n\n`,
      both,
    ],
    [
      'in several lines of data',
      `data: {"choices":\ndata: [{"delta":{"content":"a"}}]}\n\ndata: ${b}\n\n`,
      both,
    ],
    ['with a byte order mark', `\uFEFFdata: ${a}\n\ndata: ${b}\n\n`, both],
    ['without an end of the last line', `data: ${a}\n\ndata: ${b}`, both],
    ['[DONE] without an end of line', `data: ${a}\n\ndata: [DONE]`, [both[0], done]],
    ['with lines that say nothing', `PROCESSING\n\ndata: ${a}\n\nPROCESSING\n\ndata: ${b}\n\n`, both],
    ['one whole answer', a, [both[0]]],
    ['one whole answer on several lines', JSON.stringify(both[0], null, 2), [both[0]]],
    ['one whole answer after empty lines', `\n\n  \n${a}\n`, [both[0]]],
    ['lines of JSON', `${a}\n${b}\n`, both],
    ['JSON within a stream', `data: ${a}\n\n${b}\n`, both],
  ])('%s', async (_name, body, parts) => {
    expect(await read(body)).toEqual(parts);
    expect(await read(body, 1)).toEqual(parts);
    expect(await read(body, 7)).toEqual(parts);
  });

  test('a part comes before its empty line, and a whole answer before the end of the socket', async () => {
    for (const body of [`data: ${a}\n`, `data: ${a}`, a]) {
      const parts = readParts(responseOf(body, body.length, { isOpen: true }));
      expect((await parts.next()).value).toEqual(both[0]);
    }
  });
});

describe('an error is thrown with what it says', () => {
  test.each<[string, object]>([
    ['{"error":"Unexpected endpoint"}', { message: 'Unexpected endpoint' }],
    [
      '{"error":{"message":"too long","code":"context_length_exceeded"}}',
      { message: '400 too long', code: 'context_length_exceeded' },
    ],
    ['{"error":{"message":"slow down","code":429}}', { status: 429 }],
    ['{"error":{"code":"429","message":"slow down"},"choices":[]}', { status: 429 }],
    ['{"object":"error","message":"no such model","code":404}', { message: '404 no such model' }],
    ['{"code":1301,"msg":"blocked"}', { message: 'blocked' }],
    ['{"detail":"not here"}', { message: 'not here' }],
    ['{"detail":[{"loc":["body"],"msg":"field required"}]}', { message: 'field required' }],
    ['{"errors":[{"message":"wrong"},{"message":"also"}]}', { message: 'wrong; also' }],
    ['[{"error":{"code":400,"message":"bad","status":"INVALID_ARGUMENT"}}]', { message: '400 bad' }],
    ['{"base_resp":{"status_code":1004,"status_msg":"login fail"}}', { message: 'login fail' }],
    [
      '{"error":{"message":"Provider returned error","code":502,"metadata":{"raw":"upstream is out"}}}',
      { message: '502 Provider returned error: upstream is out' },
    ],
    ['{"error":{"type":"overloaded_error","message":"Overloaded"}}', { status: 503 }],
    ['{"error":{"error":{"message":"inner"}}}', { message: 'inner' }],
  ])('%s', async (body, error) => {
    for (const text of [body, `data: ${a}\n\ndata: ${body}\n\n`, `data: ${a}\n\n${body}\n`]) {
      const failure = await read(text).catch((thrown: unknown) => thrown);
      expect(isApiError(failure)).toBe(true);
      expect(failure).toMatchObject(error);
    }
  });

  test.each([
    ['event: error\ndata: {"message":"out of memory"}\n\n', /out of memory/],
    ['event: error\ndata: out of memory\n\n', /out of memory/],
    ['<html><head><title>502 Bad Gateway</title></head></html>', /without JSON: 502 Bad Gateway$/],
    ['not found', /without JSON: not found/],
    ['data: {"id": <html>502 Bad Gateway</html>\n\n', /malformed data.*502/],
    ['', /empty answer/],
    ['\n\n: waiting\n\n', /empty answer/],
  ])('%j', async (body, message) => {
    await expect(read(body)).rejects.toThrow(message);
  });

  test.each(['{"error":null,"choices":[]}', '{"error":"","choices":[]}', '{"error":{},"choices":[]}'])(
    'none is %s',
    async (body) => {
      expect(await read(`data: ${body}\n\n`)).toHaveLength(1);
    },
  );
});

async function read(body: string, size = 1_000) {
  const parts: unknown[] = [];
  for await (const part of readParts(responseOf(body, size))) parts.push(part);
  return parts;
}

function responseOf(body: string, size: number, { isOpen = false } = {}): Response {
  const bytes = new TextEncoder().encode(body);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      if (!isOpen) controller.close();
    },
  });
  return new Response(stream);
}
