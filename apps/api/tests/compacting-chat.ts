import { setTimeout as sleep } from 'node:timers/promises';
import type { ScriptedModelServer } from '@devai/memory/testing';
import { z } from 'zod';
import type { ChatClient } from './chat-client.ts';
import { withModel } from './local-server.ts';

// A conversation that is soon long enough to be compacted, and the requests that its models get.

export const trigger = 30_000;
const window = 40_000;

/** The settings of a server on this model that compacts early and extracts only at the end. */
export const environmentOf = (model: ScriptedModelServer) => ({
  ...withModel(model),
  COMPACTION_TRIGGER_TOKENS: String(trigger),
  LOOPER_MAX_CONVERSATION_TOKENS: String(window),
  MEMORY_EXTRACT_EVERY: '0',
});

/** A chat request as it came over the wire. `schema` names the structured answer that it wants; null: a chat. */
export type ChatRequest = { schema: string | null; messages: { role: string; content: string }[] };

const wireRequest = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string().nullable() })),
  response_format: z.object({ json_schema: z.object({ name: z.string() }) }).optional(),
});

export function readRequest(body: unknown): ChatRequest {
  const { messages, response_format: format } = wireRequest.parse(body);
  return {
    schema: format?.json_schema.name ?? null,
    messages: messages.map(({ role, content }) => ({ role, content: content ?? '' })),
  };
}

/** The requests so far that want this structured answer; null: a chat. */
export const requestsOf = (model: ScriptedModelServer, schema: string | null): ChatRequest[] =>
  model
    .chatRequests()
    .map(readRequest)
    .filter((one) => one.schema === schema);

const stations = ['heron', 'osprey', 'plover', 'curlew', 'avocet', 'dunlin', 'merlin', 'siskin'];
const rows = Array.from({ length: 1_200 }, (_, row) => `row ${row} is fine`).join('; ');

/** The first request is short; each report after it has some 7,000 tokens. */
export const report = (number: number): string =>
  number === 0
    ? 'Please watch the stations, and keep the log of station kestrel.'
    : `The barometer of station ${stations[number % stations.length]} was replaced in watch ${number}.\n${rows}`;

export const goodSummary = JSON.stringify({
  summary: {
    request: ['watch the stations'],
    decisions: [],
    work: ['the log of station kestrel was read'],
    state: [],
    open: [],
    next: ['wait for the next report'],
  },
  candidates: [
    {
      content: 'The barometer of station osprey was replaced',
      title: 'Barometer of osprey',
      type: 'semantic',
      category: 'other',
      namespace: 'devai/project/taskforge/stations',
      source: 'user_stated',
      priority: 'highest',
      importance: 9,
      tags: [],
      details: null,
      evidence: [3],
    },
  ],
});

/** Sends reports until the small model is asked for a compaction. Gives the last one, and where the frames of its turn begin. */
export async function sendUntilCompaction(
  client: ChatClient,
  model: ScriptedModelServer,
): Promise<{ last: string; from: number }> {
  for (let number = 0; number < 20; number += 1) {
    const last = report(number);
    const from = client.frames.length;
    client.send({ type: 'message', content: last });
    const ended = () => client.frames.slice(from).some((frame) => frame.type === 'message' && frame.end);
    await until(() => requestsOf(model, 'compaction').length > 0 || ended());
    if (requestsOf(model, 'compaction').length > 0) return { last, from };
  }
  throw new Error('no compaction came');
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error('it never came true');
    await sleep(2);
  }
}
