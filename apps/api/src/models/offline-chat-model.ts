import {
  MemoryError,
  oneLine,
  quotedUser,
  saidIn,
  subjectWords,
  withoutOpening,
  type ChatMessage,
  type ChatModel,
  type ModelReply,
  type ModelRequest,
} from '@devai/memory';
import { phrasesFor, type OfflinePhrases } from './offline-phrases.ts';
import { asksToForget, corrects, tells, toldEarlier } from './told-earlier.ts';

/** Characters of one text delta. */
const deltaLength = 24;

/**
 * Answers without any model or network: shows what memory put into the prompt about the user's message. Calls no tool. The same
 * request gives the same reply. Throws `model_refused` when asked for structured output.
 */
export function createOfflineChatModel(): ChatModel {
  return {
    id: 'offline',
    contextWindow: 200_000,
    generate: answer,
    async *stream(request) {
      const reply = await answer(request);
      for (const text of reply.content.match(new RegExp(`[^]{1,${deltaLength}}`, 'gu')) ?? []) {
        request.signal?.throwIfAborted();
        yield { type: 'text_delta', text };
      }
      yield { type: 'reply', reply };
    },
  };
}

async function answer(request: ModelRequest): Promise<ModelReply> {
  request.signal?.throwIfAborted();
  if (request.schema) throw new MemoryError('model_refused', 'the offline model gives no structured answers');
  return {
    content: await offlineReply(request.messages, request.about),
    toolCalls: [],
    model: 'offline',
    quotesMemory: true,
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
  };
}

/** The beginning of a message that asks why a reply says what it says. */
const asksWhy =
  /^(?:why (?:did|do) you (?:say|tell|answer|reply)\b|(?:warum|wieso|weshalb) (?:hast du .*(?:gesagt|geantwortet)|sagst du|antwortest du)\b|ทำไม(?:คุณ|เธอ)?(?:ถึง|จึง)?(?:พูด|บอก|ตอบ))/iu;

/**
 * What the offline model says, from the conversation alone: what was just remembered, or what was recalled for the message and told
 * earlier in the conversation. The first reply says that it is offline.
 */
async function offlineReply(messages: ChatMessage[], about: string[] = []): Promise<string> {
  const said = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const message = said.pop() ?? '';
  const phrases = await phrasesFor(messages);
  const isFirst = !messages.some(({ role }) => role === 'assistant');
  const prompt = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n');
  const parts = [
    asksWhy.test(withoutOpening(message))
      ? phrases.explaining
      : answerFrom({ prompt, earlier: said, message, about }, phrases),
    ...(asksToForget(message) ? [phrases.forgetting] : []),
    ...(isFirst ? [phrases.notice] : []),
  ];
  return parts.join('\n\n');
}

/** `about`: lines of the prompt that are about the message. */
type Asked = { prompt: string; earlier: string[]; message: string; about: string[] };
/** `says`: the words without what introduces them. */
type Line = { says: string; shown: string };

/** The answer comes first: nothing precedes what is remembered. */
function answerFrom(
  { prompt, earlier, message, about }: Asked,
  phrases: OfflinePhrases & { language: string },
): string {
  if (bulletsOf(prompt, 'Just remembered').length > 0) return phrases.noted;
  const words = subjectWords(message);
  const remembered = [
    ...about.filter((line) => prompt.includes(line) && !saidLine.test(line)),
    ...projectLines(prompt, words),
    ...bulletsOf(prompt, 'Relevant Memories'),
  ];
  const memories = remembered.map((line) => toItsReader(line, phrases));
  const told = toldEarlier(earlier, message, mostSaid)
    .filter((sentence) => !memories.some(({ says }) => isIn(says, sentence)))
    .map((says) => ({ says, shown: `- ${phrases.youSaidHere(oneLine(says))}` }));
  const found = [...told, ...memories, ...saidLines(prompt, words, about, phrases)];
  const lines = found.filter(({ says }) => !corrects(message, says)).map(({ shown }) => shown);
  const list = lines.length === 1 ? lines.join('').slice(2) : lines.join('\n');
  const shown = [list, ...passagesOf(prompt)].filter((text) => text !== '').join('\n\n');
  if (shown !== '') return shown;
  if (!tells(message)) return phrases.nothing;
  return found.length > 0 ? phrases.kept : `${phrases.nothing} ${phrases.kept}`;
}

/** Whether a text has all words of a sentence. */
function isIn(text: string, sentence: string): boolean {
  const words = subjectWords(sentence);
  return saidIn(text, words).length === words.length;
}

/** The prompt quotes the user to a model; the reply tells the user. */
function toItsReader(line: string, phrases: OfflinePhrases): Line {
  const quoted = quotedUser(line);
  if (quoted === null) return { says: line, shown: line };
  return { says: quoted.words, shown: `${quoted.before}${phrases.youSaid(quoted.words)}` };
}

/** The user's own file may have a section "Project setup". */
const projectHeading = /^## Project .+ \(notes/u;

/** Those of the project's plan, tasks and decisions that share a word with the message, and all of a kind whose name does. */
function projectLines(prompt: string, words: string[]): string[] {
  let heading = '';
  return sectionOf(prompt, projectHeading).filter((line) => {
    if (line.startsWith('### ')) heading = line;
    return line.startsWith('- ') && saidIn(`${heading} ${line}`, words).length > 0;
  });
}

/**
 * The best of what was said before. The prompt also quotes what came along with it, in the order of time; `about` has the lines best
 * first. A further line is shown only if it shares as many words with the message as the first. What was only asked answers nothing, and
 * is not shown.
 */
function saidLines(
  prompt: string,
  words: string[],
  about: string[],
  phrases: OfflinePhrases & { language: string },
): Line[] {
  const days = new Intl.DateTimeFormat(phrases.language, { dateStyle: 'long', timeZone: 'UTC' });
  const place = (line: string): number => (about.includes(line) ? about.indexOf(line) : Infinity);
  const quoted = bulletsOf(prompt, 'Said before').toSorted((a, b) => place(a) - place(b) || 0);
  const lines = quoted.flatMap((line) => {
    const { date = '', speaker, text } = saidLine.exec(line)?.groups ?? {};
    if (text === undefined) return [];
    const shown = `- ${phrases.said(days.format(new Date(date)), speaker === 'The user')}"${text}"`;
    return [{ says: text, shown, shared: saidIn(text, words).length }];
  });
  const [best] = lines;
  return lines
    .filter((line) => tells(line.says) && (line === best || line.shared >= (best?.shared ?? 0)))
    .slice(0, mostSaid);
}

/** The best passages of documents, as the prompt quotes them, each under its title. */
const passagesOf = (prompt: string): string[] =>
  sectionOf(prompt, 'From documents')
    .join('\n')
    .split(/^### /m)
    .slice(1, 1 + mostPassages)
    .map((passage) => passage.trim().replace('\n', '\n\n'));

/**
 * As the memory writes what was said: `- (2026-11-22, a session's name) The user said: "…"`. It marks what no longer holds; that is not
 * shown.
 */
const saidLine =
  /^- \((?<date>[\d-]{10})(?!, superseded since[,)]).*?\) (?<speaker>The user|The agent|You) said: "(?<text>.*)"$/u;
/** The best are enough for a person; a model reads all. */
const mostSaid = 2;
const mostPassages = 2;

const bulletsOf = (prompt: string, heading: string): string[] =>
  sectionOf(prompt, heading).filter((line) => line.startsWith('- '));

/** The lines of the last section with this name in the prompt: the user's files, which may quote such a section, come earlier. */
function sectionOf(prompt: string, heading: string | RegExp): string[] {
  const lines = prompt.split('\n');
  const start = lines.findLastIndex((line) =>
    typeof heading === 'string' ? line.startsWith(`## ${heading}`) : heading.test(line),
  );
  if (start === -1) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^##? /.test(line));
  return rest.slice(0, end === -1 ? rest.length : end);
}
