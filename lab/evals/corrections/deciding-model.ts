import { z } from 'zod';
import type { ChatModel, ModelRequest } from '../../../packages/memory/src/ports.ts';
import type { CorrectionCase } from './load-cases.ts';

/** What was asked about a case, besides what to extract and to decide. */
export type Questions = { stored: number; said: number };

/**
 * A small model that finds the candidate of a case in a message, takes it for a change of the stored statement, or for
 * known, and answers the second question as a careful model would; if it is not `isCareful`, not at all. `asked` counts
 * what the second question was about.
 */
export function decidingModel(
  about: CorrectionCase,
  isCareful: boolean,
): { model: ChatModel; asked: Questions } {
  const asked: Questions = { stored: 0, said: 0 };

  async function generate({ schema, messages }: ModelRequest) {
    const shown = messages.at(-1)?.content ?? '';
    return {
      content: JSON.stringify(answer(schema?.name ?? '', shown)),
      toolCalls: [],
      model: 'scripted',
      usage: { inputTokens: 100, outputTokens: 20, cachedTokens: 0 },
    };
  }

  function answer(schema: string, shown: string): object {
    if (schema === 'memories') return { memories: [found(about)] };
    return schema === 'answers' ? { answers: answers(shown) } : { decisions: decisions(shown, about) };
  }

  function answers(shown: string): object[] {
    const pairs = shown.matchAll(/^(?<pair>\d+)\. new: "(?:[^"\\]|\\.)*"; (?<of>stored|said): /gmu);
    const given = Array.from(pairs, ({ groups }) => {
      const of = groups?.['of'] === 'said' ? 'said' : 'stored';
      asked[of] += 1;
      return { pair: Number(groups?.['pair']), answer: about.answers[of] };
    });
    return isCareful ? given : [];
  }

  const model: ChatModel = {
    id: 'scripted',
    contextWindow: 128_000,
    generate,
    async *stream(request) {
      yield { type: 'reply', reply: await generate(request) };
    },
  };
  return { model, asked };
}

const found = ({ candidate, category, before, about }: CorrectionCase): object => ({
  ...{ content: candidate, category, importance: 7, source: 'user_stated', evidence: [before.length + 1] },
  namespace: namespaceOf(about),
});

/** Where the statements of a case are stored. */
export const namespaceOf = (about: CorrectionCase['about']): string =>
  about === 'user' ? 'devai/user/profile' : 'devai/project/taskforge/general';

function decisions(shown: string, { kind, stored, candidate, merged }: CorrectionCase): object[] {
  const [, memories = '', candidates = ''] = shown.split(/^# (?:Memories|Candidates)$/mu);
  const memory = listed(memories).find(({ content }) => content === stored);
  return listed(candidates).map(({ number, content }) => {
    const isMeant = content === candidate && memory !== undefined;
    return {
      candidate: number,
      action: isMeant ? (kind === 'noops' ? 'noop' : 'update') : 'add',
      memory: isMeant ? memory.number : null,
      earlier_candidate: null,
      text: isMeant ? merged : null,
      reason: 'as the case says',
    };
  });
}

/** Parses the numbered lines of a prompt's list; quoted text in them is JSON. */
const listed = (text: string): { number: number; content: string }[] =>
  Array.from(text.matchAll(/^(?<number>\d+)\. (?<content>"(?:[^"\\]|\\.)*")/gmu), ({ groups }) => ({
    number: Number(groups?.['number']),
    content: z.string().parse(JSON.parse(groups?.['content'] ?? '')),
  }));
