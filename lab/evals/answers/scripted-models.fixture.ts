import type { RecordedRequest, ScriptedAnswer } from '@devai/memory/testing';
import { z } from 'zod';

const body = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.object({ json_schema: z.object({ name: z.string() }) }).optional(),
});
type Body = z.output<typeof body>;

/** What a request is for: `verdict`, `answer`, or the name of the schema that memory asks with. */
export const purposeOf = (request: unknown): string =>
  body.parse(request).response_format?.json_schema.name ?? 'answer';

/** The user's message; memory stands behind it in a message of its own. */
export const questionOf = (request: unknown): string =>
  body.parse(request).messages.find(({ role }) => role === 'user')?.content ?? '';

/**
 * Models that do what the eval asks of them: the small one takes each sentence of the transcript for a memory, the chat model answers with
 * the word of `answers` whose question it is asked, if its prompt has that word, and the judge looks for the expected answer.
 */
export const scriptedModels =
  (answers: Record<string, string>) =>
  ({ body: request }: RecordedRequest): ScriptedAnswer => {
    const asked = body.parse(request);
    switch (purposeOf(request)) {
      case 'verdict':
        return JSON.stringify({ reason: 'by its words', right: isRight(asked) });
      case 'answer':
        return answerTo(asked, answers);
      case 'memories':
        return JSON.stringify({ memories: memoriesIn(asked), session: null });
      case 'decisions':
        return JSON.stringify({ decisions: allNew(asked) });
      default:
        return '{}';
    }
  };

function answerTo({ messages }: Body, answers: Record<string, string>): string {
  const prompt = messages.map(({ content }) => content).join('\n');
  const answer = answers[messages.find(({ role }) => role === 'user')?.content ?? ''];
  return answer !== undefined && prompt.includes(answer) ? answer : 'I do not know.';
}

function isRight({ messages }: Body): boolean {
  const [, expected = '', reply = ''] =
    /# Expected answer[^\n]*\n\n([^]*)\n\n# Reply\n\n([^]*)$/.exec(messages[1]?.content ?? '') ?? [];
  return expected.startsWith('It is not known') ? /do not know/.test(reply) : expected.includes(reply);
}

function memoriesIn({ messages }: Body): object[] {
  const prompt = messages.at(-1)?.content ?? '';
  const transcript = prompt.slice(prompt.lastIndexOf('# Transcript'));
  return [...transcript.matchAll(/^#(\d+) user[^\n]*\n\s*(.+)$/gm)].map(([, number, text = '']) => ({
    ...{ content: text, title: null, type: 'semantic', category: 'other', namespace: 'devai/user/facts' },
    ...{ source: 'user_stated', importance: 5, tags: [], details: null, expires_at: null, relations: [] },
    evidence: [Number(number)],
  }));
}

function allNew({ messages }: Body): object[] {
  const prompt = messages.at(-1)?.content ?? '';
  return [...prompt.slice(prompt.lastIndexOf('# Candidates')).matchAll(/^(\d+)\. /gm)].map(
    ([, candidate]) => ({
      ...{
        candidate: Number(candidate),
        action: 'add',
        memory: null,
        earlier_candidate: null,
        reason: 'new',
      },
    }),
  );
}
