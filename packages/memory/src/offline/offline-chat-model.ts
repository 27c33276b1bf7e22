import { MemoryError } from '../errors.ts';
import { findExplicitStatements } from '../extraction/rules/explicit-statements.ts';
import type { ChatMessage, ChatModel, ModelReply, ModelRequest } from '../ports.ts';
import { RedactedText } from '../redaction/redacted-text.ts';
import { subjectWords } from '../retrieval/said-block.ts';
import { oneLine } from '../text/one-line.ts';
import { isRequest, onlyAsks } from '../text/requests.ts';
import { saidSentences, withoutOpening } from '../text/said-sentences.ts';
import { sentencesOf } from '../text/sentences.ts';
import { saidIn } from '../text/statement-overlap.ts';
import { phrasesFor } from './offline-phrases.ts';
import { overviewAnswer } from './overview-answer.ts';
import { overviewAsked } from './overview-question.ts';
import { aboutSameSubject } from './personal-subjects.ts';
import { bulletsOf, projectHeading, sectionOf, standingHeading } from './prompt-sections.ts';
import {
  dayOf,
  isTakenFrom,
  latestFirst,
  memoryFinder,
  repeats,
  toItsReader,
  withoutRepeats,
  type ShownLine,
  type Wording,
} from './shown-lines.ts';
import { smallTalkIn } from './small-talk.ts';
import { asTemporary } from './temporary-phrases.ts';
import { corrects, tells, toldEarlier } from './told-earlier.ts';

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
    content: await offlineReply(request),
    toolCalls: [],
    model: 'offline',
    quotesMemory: true,
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
  };
}

/** The beginning of a message that asks why a reply says what it says. */
const asksWhy =
  /^(?:why (?:did|do) you (?:say|tell|answer|reply)\b|(?:warum|wieso|weshalb) (?:hast du .*(?:gesagt|geantwortet)|sagst du|antwortest du)\b|ทำไม(?:คุณ|เธอ)?(?:ถึง|จึง)?(?:พูด|บอก|ตอบ))/iu;

/** What the page writes below a message that came with files: it tells nothing. */
const attachedNote = /\n\n\(Attached: [^\n]+\)$/u;

/** `about`: lines of the prompt that are about the message. */
type Asked = {
  prompt: string;
  earlier: string[];
  message: string;
  about: string[];
  memories: ModelRequest['memories'];
};

/**
 * What the offline model says, from the conversation alone: what was just noted or refused, an answer to a courtesy, all that is known, or
 * what was recalled for the message and told earlier in the conversation. The first reply says that it is offline.
 */
async function offlineReply({ messages, about = [], memories, client }: ModelRequest): Promise<string> {
  const earlier = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const message = (earlier.pop() ?? '').replace(attachedNote, '');
  const talk = smallTalkIn(message);
  const isFirst = !messages.some(({ role }) => role === 'assistant');
  const prompt = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n');
  const phrases = asTemporary(await phrasesFor(messages, client, talk?.languages), prompt);
  const asked: Asked = { prompt, earlier, message, about, memories };
  const overview = overviewAsked(message);
  const stored = storedPart(asked, messages, phrases);
  const parts = [
    ...(stored.length > 0
      ? stored
      : talk !== null
        ? [phrases.smallTalk[talk.kind]]
        : asksWhy.test(withoutOpening(message))
          ? [phrases.explaining]
          : overview !== null
            ? [await overviewAnswer(overview, asked, phrases)]
            : await answerFrom(asked, phrases)),
    ...(isFirst ? [phrases.notice] : []),
  ];
  return parts.join('\n\n');
}

/** What became of the message: what it made a memory, and what it could not. Empty if the host says nothing of it. */
function storedPart(asked: Asked, messages: ChatMessage[], phrases: Wording): string[] {
  const find = memoryFinder(asked.memories);
  const saved = bulletsOf(asked.prompt, 'Just remembered').map(
    (line) => toItsReader(line, find(line), phrases).says,
  );
  const refused = bulletsOf(asked.prompt, 'Not remembered').map((line) =>
    line.slice(2).replace(/ \([^()]*\)$/u, ''),
  );
  if (saved.length + refused.length === 0) return [];
  const isSaid = messages.some(
    ({ role, content }) => role === 'assistant' && content.includes(phrases.change),
  );
  const question = questionIn(asked.message);
  const found = question === null ? '' : foundFor({ ...asked, message: question }, phrases);
  return [
    ...(saved.length > 0 ? [phrases.noted(saved)] : []),
    ...refused.map((words) => phrases.refused(words, words.includes('[redacted:'))),
    ...(found === '' ? [] : [found]),
    ...(saved.length > 0 && !isSaid ? [phrases.change] : []),
  ];
}

/** What a message asks besides what it tells; null if nothing, and if it asks to remember something. */
function questionIn(message: string): string | null {
  if (findExplicitStatements(message).length > 0) return null;
  const asked = saidSentences(message).filter(onlyAsks);
  return asked.length === 0 ? null : asked.join(' ');
}

/** What is remembered about a message. A statement is told first what becomes of it. */
async function answerFrom(asked: Asked, phrases: Wording): Promise<string[]> {
  const shown = foundFor(asked, phrases);
  const found = shown === '' ? [] : [shown];
  const { message } = asked;
  if (!tells(message) && shown === '')
    return [saidSentences(message).some(isRequest) ? phrases.needsModel : phrases.nothing];
  if (!tells(message)) return found;
  if (rememberedIn(asked, phrases).some(({ says }) => repeats(message, says)))
    return [phrases.known, ...found];
  const { content } = await RedactedText.of(message);
  return [content === message ? phrases.kept : phrases.keptWithoutSecret, ...found];
}

/** The memories about a message, best first. */
function rememberedIn({ prompt, message, about, memories }: Asked, phrases: Wording): ShownLine[] {
  const find = memoryFinder(memories);
  const toLine = (line: string): ShownLine => toItsReader(line, find(line), phrases);
  const standing = tells(message) ? [] : bulletsOf(prompt, standingHeading).map(toLine);
  return withoutRepeats([
    ...about.filter((line) => prompt.includes(line) && !saidLine.test(line)).map(toLine),
    ...aboutSameSubject(message, standing),
    ...projectLines(prompt, subjectWords(message)).map(toLine),
    ...bulletsOf(prompt, 'Relevant Memories').map(toLine),
  ]);
}

/** What answers a message, as it is shown; '' if nothing does. */
function foundFor(asked: Asked, phrases: Wording): string {
  const { prompt, earlier, message } = asked;
  const remembered = rememberedIn(asked, phrases);
  const told = toldEarlier(earlier, message, mostSaid).map((says) => ({
    says,
    shown: `- ${phrases.youSaidHere(oneLine(says))}`,
    memory: null,
  }));
  const found = withoutRepeats([
    ...told.filter(
      ({ says }) => !remembered.some((line) => isIn(line.says, says) || isTakenFrom(line.says, says)),
    ),
    ...latestFirst(remembered, phrases),
    ...saidLines(prompt, subjectWords(message), asked.about, phrases),
  ]);
  const lines = found.filter(({ says }) => !corrects(message, says)).map(({ shown }) => shown);
  const list = lines.length === 1 ? lines.join('').slice(2) : lines.join('\n');
  return [list, ...passagesOf(prompt, subjectWords(message))].filter((text) => text !== '').join('\n\n');
}

/** Whether a text has all words of a sentence. */
function isIn(text: string, sentence: string): boolean {
  const words = subjectWords(sentence);
  return saidIn(text, words).length === words.length;
}

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
function saidLines(prompt: string, words: string[], about: string[], phrases: Wording): ShownLine[] {
  const place = (line: string): number => (about.includes(line) ? about.indexOf(line) : Infinity);
  const quoted = bulletsOf(prompt, 'Said before').toSorted((a, b) => place(a) - place(b) || 0);
  const lines = quoted.flatMap((line) => {
    const { date = '', speaker, text } = saidLine.exec(line)?.groups ?? {};
    if (text === undefined) return [];
    const shown = `- ${phrases.said(dayOf(new Date(date), phrases), speaker === 'The user')}"${text}"`;
    return [{ says: text, shown, memory: null, shared: saidIn(text, words).length }];
  });
  const [best] = lines;
  return lines
    .filter((line) => tells(line.says) && (line === best || line.shared >= (best?.shared ?? 0)))
    .slice(0, mostSaid);
}

/** The best passages of documents, each under its title. */
const passagesOf = (prompt: string, words: string[]): string[] =>
  sectionOf(prompt, 'From documents')
    .join('\n')
    .split(/^### /m)
    .slice(1, 1 + mostPassages)
    .map((passage) => {
      const [title = '', ...quoted] = passage.trim().split('\n');
      return `${title}\n\n${answering(quoted, words)}`;
    });

/** Code and tables, and what would be read as other marks if it were set in bold. */
const isLaidOut = /^> ?(?:`{3}|~{3}|\||\t| {4})|\*/m;
/** The line above a page, which the title names. */
const pageMark = /^\[page \d+\]$/;
/** Characters that follow the sentence that answers. */
const mostAfter = 300;

/** The sentence of a quoted text that shares most words with the message, in bold, and what follows it; text that is laid out stays whole. */
function answering(quoted: string[], words: string[]): string {
  const lines = quoted.map((line) => line.replace(/^> ?/, '')).filter((line) => !pageMark.test(line.trim()));
  const whole = lines.map((line) => `> ${line}`.trimEnd()).join('\n');
  if (isLaidOut.test(whole)) return whole;
  const sentences = lines.flatMap(sentencesOf);
  const shared = sentences.map((sentence) => saidIn(sentence, words).length);
  const best = shared.indexOf(Math.max(...shared));
  if (best < 0 || shared[best] === 0) return whole;
  const after = sentences.slice(best + 1);
  while (after.join(' ').length > mostAfter) after.pop();
  const end = best + 1 + after.length < sentences.length ? ['…'] : [];
  return `> ${[...(best > 0 ? ['…'] : []), `**${sentences[best]}**`, ...after, ...end].join(' ')}`;
}

/**
 * As the memory writes what was said: `- (2026-11-22, a session's name) The user said: "…"`. It marks what no longer holds; that is not
 * shown.
 */
const saidLine =
  /^- \((?<date>[\d-]{10})(?!, superseded since[,)]).*?\) (?<speaker>The user|The agent|You) said: "(?<text>.*)"$/u;
/** The best are enough for a person; a model reads all. */
const mostSaid = 2;
const mostPassages = 2;
