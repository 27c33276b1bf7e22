import { z } from 'zod';
import type { PostedMessage } from '../../sessions/posted-conversation.ts';
import type { Found, Origin } from '../found.ts';
import { readMarkdown } from '../markdown-blocks.ts';
import { idOf, id, leftOut, refused, statement, time, timeOf, type EntryReader } from './reading.ts';

const message = z.object({
  author: z.object({ role: z.string() }),
  create_time: z.number().nullish(),
  content: z.object({
    content_type: z.string(),
    parts: z.array(z.unknown()).nullish(),
    /** Custom instructions, of two kinds of exports. */
    user_profile: z.string().nullish(),
    user_instructions: z.string().nullish(),
  }),
  /** Messages to a tool have its name. */
  recipient: z.string().nullish(),
  metadata: z
    .object({
      is_visually_hidden_from_conversation: z.boolean().nullish(),
      user_context_message_data: z
        .object({ about_user_message: z.string().nullish(), about_model_message: z.string().nullish() })
        .nullish(),
    })
    .nullish(),
});
type Message = z.output<typeof message>;
const node = z.object({
  parent: z.string().nullish(),
  children: z.array(z.string()).nullish(),
  message: z.unknown().optional(),
});
/** ChatGPT: a conversation of `conversations.json`. Edits make a tree of it; `current_node` is the end of what was last shown. */
const conversation = z.object({
  id,
  conversation_id: id,
  title: z.string().nullish(),
  create_time: time,
  current_node: z.string().nullish(),
  mapping: z.record(z.string(), z.unknown()),
});

export const readChatGpt: EntryReader = (value, at) => {
  const { data } = conversation.safeParse(value);
  return data ? foundIn(data, at) : null;
};

function* foundIn(
  { title, current_node: current, mapping, ...ids }: z.output<typeof conversation>,
  { path, place }: Origin,
): Generator<Found> {
  const at = { path, place: title ? `${place} (${title.slice(0, 60)})` : place };
  const nodes = new Map(
    Object.entries(mapping).map(([name, one]) => [name, node.safeParse(one).data ?? null]),
  );
  const shown = pathTo(current ?? lastLeaf(nodes), nodes);
  if (shown === null) {
    yield refused(at, 'its messages lead in a circle, or to one that is missing');
    return;
  }
  const messages: PostedMessage[] = [];
  for (const one of shown) {
    const { data } = message.safeParse(one);
    if (!data) continue;
    yield* instructionsIn(data, at);
    const content = contentOf(data);
    if (content === '') continue;
    const said = typeof data.create_time === 'number' ? { timestamp: data.create_time } : {};
    if (data.recipient === 'bio') yield* rememberedIn(content, at, data);
    else if (isShown(data))
      messages.push({ role: data.author.role === 'user' ? 'user' : 'assistant', content, ...said });
  }
  const known = idOf(ids.conversation_id) ?? idOf(ids.id) ?? JSON.stringify([title, ids.create_time]);
  if (messages.some(({ role }) => role === 'user'))
    yield { kind: 'conversation', ...at, form: 'chatgpt', id: known, title: title ?? null, messages };
}

type Nodes = Map<string, z.output<typeof node> | null>;

/** Without a current node: the last one, in the order of the file, that no other follows. */
const lastLeaf = (nodes: Nodes): string | null =>
  [...nodes].findLast(([, one]) => (one?.children ?? []).length === 0)?.[0] ?? null;

/** The messages from the first to a node; null if they lead in a circle, or to a node that is missing. */
function pathTo(end: string | null, nodes: Nodes): unknown[] | null {
  const messages: unknown[] = [];
  const seen = new Set<string>();
  for (let at = end; at !== null;) {
    const one = nodes.get(at);
    if (!one || seen.has(at)) return null;
    seen.add(at);
    messages.push(one.message);
    at = one.parent ?? null;
  }
  return messages.toReversed();
}

const contentOf = ({ content }: Message): string =>
  ['text', 'multimodal_text'].includes(content.content_type)
    ? (content.parts ?? [])
        .filter((part) => typeof part === 'string')
        .join('\n')
        .trim()
    : '';

const isShown = ({ author, recipient, metadata }: Message): boolean =>
  ['user', 'assistant'].includes(author.role) &&
  (recipient ?? 'all') === 'all' &&
  metadata?.is_visually_hidden_from_conversation !== true;

/** What the user wrote about themselves and how to answer, which the export repeats in every conversation. */
function* instructionsIn({ content, metadata }: Message, at: Origin): Generator<Found> {
  const given = metadata?.user_context_message_data;
  const about = given?.about_user_message ?? content.user_profile ?? '';
  const how = given?.about_model_message ?? content.user_instructions ?? '';
  const of = {
    path: at.path,
    place: 'custom instructions',
    form: 'chatgpt' as const,
    about: 'user' as const,
  };
  for (const { text } of readMarkdown(about).blocks) yield statement({ ...of, text, category: 'profile' });
  for (const { text } of readMarkdown(how).blocks) yield statement({ ...of, text, category: 'preference' });
}

/** What ChatGPT told its memory. A request to forget is no memory. */
function* rememberedIn(content: string, at: Origin, { create_time: said }: Message): Generator<Found> {
  if (/^\s*(?:forget|delete|remove)\b/i.test(content) || /^\s*[{[]/.test(content)) return;
  yield statement({ ...at, form: 'chatgpt-memories', text: content, saidAt: timeOf(said), about: 'user' });
}

/** An entry of ChatGPT's list of memories. */
const remembered = z.object({
  id,
  content: z.string(),
  enabled: z.boolean().nullish(),
  ...{ created_at: time, updated_at: time, create_time: time, timestamp: time },
});

export const readChatGptMemory: EntryReader = (value, at) => {
  const of = { ...at, form: 'chatgpt-memories' as const, about: 'user' as const };
  if (typeof value === 'string') return [statement({ ...of, text: value })];
  const { data } = remembered.safeParse(value);
  if (!data || (typeof value === 'object' && value !== null && ('role' in value || 'author' in value)))
    return null;
  if (data.enabled === false) return [leftOut(at, 'it is turned off there')];
  const saidAt = timeOf(data.created_at ?? data.create_time ?? data.timestamp);
  return [statement({ ...of, text: data.content, id: idOf(data.id), saidAt })];
};

/** The list copied as text: one memory a line. */
export function* readMemoryLines(source: string, path: string): Generator<Found> {
  for (const [index, line] of source.split(/\r?\n/).entries()) {
    const text = line
      .replace(/^\uFEFF/, '')
      .replace(/^\s*(?:[-*•]|\d{1,4}[.)])\s+/, '')
      .trim();
    if (text !== '')
      yield statement({ path, place: `line ${index + 1}`, form: 'chatgpt-memories', text, about: 'user' });
  }
}
