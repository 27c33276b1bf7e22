import { expect, it } from 'vitest';
import { idMatches } from '@devai/fastify/protocol/ids';
import { serveHttp } from './http-app.ts';

const app = serveHttp();

it('the beginning of an id finds it, and says what it belongs to', async () => {
  const body = { content: 'the gateway listens on 8080', project: 'other' };
  const { id } = await app.save(body.content, body);
  for (const beginning of [id.slice(0, 6), id.slice(0, 20), id]) {
    const { json } = await app.ask('GET', `/api/memory/ids?kind=memory&beginning=${beginning}`);
    expect(idMatches.parse(json)).toEqual({ matches: [{ id, title: body.content }] });
  }
  expect((await app.ask('GET', `/api/memory/ids?kind=job&beginning=${id.slice(0, 6)}`)).json).toEqual({
    matches: [],
  });
});

it.each(['abcde', 'nonsense', 'ABCDEF', 'abcdef01x', '', 'abcdef-0', 'abc%25ef'])(
  'what cannot be the beginning of an id is refused: %j',
  async (beginning) => {
    const answer = await app.ask('GET', `/api/memory/ids?kind=memory&beginning=${beginning}`);
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
  },
);
