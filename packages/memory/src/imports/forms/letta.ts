import { z } from 'zod';
import { parseJson } from '../../text/read-json.ts';
import type { PostedMessage } from '../../sessions/posted-conversation.ts';
import type { Found, Origin } from '../found.ts';
import { readMarkdown } from '../markdown-blocks.ts';
import { id, idOf, leftOut, refused, statement, text, time, timeOf, type EntryReader } from './reading.ts';

/** Letta: a block of core memory. `human` is about the user, `persona` about the agent. */
const block = z.object({ id, label: z.string(), value: z.string().nullable(), created_at: time });
/** A passage of archival memory. */
const passage = z.object({ id, text, created_at: time, tags: z.array(z.string()).nullish() });

const message = z.object({
  id,
  role: z.string(),
  content: z.unknown().optional(),
  text: z.string().nullish(),
  created_at: time,
  tool_calls: z
    .array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) }))
    .nullish(),
});
const agent = z.object({
  id,
  name: z.string().nullish(),
  messages: z.array(z.unknown()).nullish(),
  /** Of agent files of the first form, and of agents with blocks of their own. */
  core_memory: z.array(z.unknown()).nullish(),
  memory_blocks: z.array(z.unknown()).nullish(),
});
/** An agent file (.af): of the first form one agent, since then lists of agents and blocks. */
const agentFile = z.union([
  z.object({
    agents: z.array(agent),
    blocks: z.array(z.unknown()).nullish(),
    passages: z.array(z.unknown()).nullish(),
  }),
  agent
    .extend({ agent_type: z.string(), core_memory: z.array(z.unknown()) })
    .transform((one) => ({ agents: [one], blocks: null, passages: null })),
]);

export const readLettaBlock: EntryReader = (value, at) => {
  const { data } = block.safeParse(value);
  if (!data) return null;
  const { label, created_at: createdAt } = data;
  const name = { path: at.path, place: `${at.place}, block ${label}` };
  if (label === 'persona') return [leftOut(name, 'it says who the agent is')];
  const [owner, saidAt] = [idOf(data.id), timeOf(createdAt)];
  return readMarkdown(data.value ?? '').blocks.map(({ text: said, heading, line }) =>
    statement({
      ...{ path: at.path, place: `${name.place}, line ${line}` },
      form: 'letta',
      text: heading === null ? said : `${heading}: ${said}`,
      // several blocks of one agent file are about the same
      id: owner,
      saidAt,
      about: label === 'human' ? 'user' : undefined,
      tags: [label],
    }),
  );
};

export const readLettaPassage: EntryReader = (value, at) => {
  const { data } = passage.safeParse(value);
  if (!data || (typeof value === 'object' && value !== null && 'role' in value)) return null;
  return [
    statement({
      ...at,
      form: 'letta',
      text: data.text,
      id: idOf(data.id),
      saidAt: timeOf(data.created_at),
      tags: data.tags ?? [],
    }),
  ];
};

export const readAgentFile: EntryReader = (value, at) => {
  const { data } = agentFile.safeParse(value);
  return data ? foundIn(data, at) : null;
};

function* foundIn({ agents, blocks, passages }: z.output<typeof agentFile>, at: Origin): Generator<Found> {
  const own = agents.flatMap((one) => [...(one.core_memory ?? []), ...(one.memory_blocks ?? [])]);
  for (const one of [...(blocks ?? []), ...own])
    yield* readLettaBlock(one, at) ?? [refused(at, 'a block cannot be read')];
  for (const one of passages ?? [])
    yield* readLettaPassage(one, at) ?? [refused(at, 'a passage cannot be read')];
  for (const [index, one] of agents.entries()) {
    const messages = (one.messages ?? []).flatMap((given) => postedOf(given) ?? []);
    const place = `agent ${one.name ?? index + 1}`;
    if (messages.length === 0) continue;
    const known = idOf(one.id) ?? `${one.name ?? ''} ${String(messages[0]?.timestamp ?? '')}`;
    yield {
      kind: 'conversation',
      path: at.path,
      place,
      form: 'letta',
      id: known,
      title: one.name ?? null,
      messages,
    };
  }
}

const part = z.object({ type: z.string(), text: z.string().optional() });
/** What Letta wraps the words of its users in. */
const envelope = z.object({ type: z.string(), message: z.string().optional() });
const sent = z.object({ message: z.string() });

/** A message of the user or the agent; null for what the machinery says to itself. */
function postedOf(given: unknown): PostedMessage | null {
  const { data } = message.safeParse(given);
  if (!data) return null;
  const parts = z.array(part).safeParse(data.content).data;
  const written =
    parts?.map((one) => one.text ?? '').join('\n') ??
    (typeof data.content === 'string' ? data.content : (data.text ?? ''));
  const timestamp = timeOf(data.created_at)?.toISOString();
  const posted = (role: 'user' | 'assistant', content: string): PostedMessage | null =>
    content.trim() === '' ? null : { role, content, ...(timestamp !== undefined && { timestamp }) };
  if (data.role === 'user') {
    const wrapped = envelope.safeParse(parseJson(written)).data;
    if (!wrapped) return posted('user', written);
    return wrapped.type === 'user_message' ? posted('user', wrapped.message ?? '') : null;
  }
  if (data.role !== 'assistant') return null;
  // beside its calls an agent only thinks; what it says goes through this tool
  const said = (data.tool_calls ?? []).flatMap(({ function: { name, arguments: given_ } }) =>
    name === 'send_message' ? (sent.safeParse(parseJson(given_)).data?.message ?? []) : [],
  );
  return posted('assistant', (data.tool_calls ?? []).length > 0 ? said.join('\n') : written);
}
