import type { ChatModel, ModelRequest } from '../../../packages/memory/src/ports.ts';
import { usersPlaces } from '../../../packages/memory/src/extraction/rules/user-statements.ts';
import type { Fact } from './people.ts';

export type ExtractingModel = ChatModel & {
  /** What the next session tells, and in which message. */
  next: { fact: Fact; evidence: number } | null;
};

/** A small model that finds the fact of a session, decides that it is new, and says that the user said it. */
export function extractingModel(project: string): ExtractingModel {
  const generate = async ({ schema, messages }: ModelRequest) => ({
    content: JSON.stringify(answer(schema?.name, messages.at(-1)?.content ?? '')),
    toolCalls: [],
    model: 'scripted',
    usage: { inputTokens: 100, outputTokens: 20, cachedTokens: 0 },
  });
  const model: ExtractingModel = {
    id: 'scripted',
    contextWindow: 128_000,
    next: null,
    generate,
    async *stream(request) {
      yield { type: 'reply', reply: await generate(request) };
    },
  };

  function answer(schema: string | undefined, shown: string): object {
    if (schema === 'memories') return { memories: model.next === null ? [] : [found(model.next)] };
    if (schema === 'answers') {
      const pairs = shown.matchAll(/^(?<pair>\d+)\. new: "(?:[^"\\]|\\.)*"; (?<of>stored|said): /gmu);
      return {
        answers: Array.from(pairs, ({ groups }) => ({
          pair: Number(groups?.['pair']),
          answer: groups?.['of'] === 'said' ? 'yes' : 'no',
        })),
      };
    }
    const [, candidates = ''] = shown.split(/^# Candidates$/mu);
    return {
      decisions: Array.from(candidates.matchAll(/^(?<candidate>\d+)\. "/gmu), ({ groups }) => ({
        ...{ candidate: Number(groups?.['candidate']), action: 'add', memory: null },
        ...{ earlier_candidate: null, text: null, reason: 'it is new' },
      })),
    };
  }

  const found = ({ fact: { candidate, about }, evidence }: { fact: Fact; evidence: number }): object => ({
    ...candidate,
    namespace: about === 'user' ? usersPlaces[candidate.category] : `devai/project/${project}/rules`,
    source: 'user_stated',
    evidence: [evidence],
  });

  return model;
}
