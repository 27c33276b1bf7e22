import type { Price } from '@devai/memory';
import { costOf } from '@devai/memory/context/prices';
import { renderTable } from '@devai/memory/testing';
import { counted } from '@devai/fastify/counted';
import { total, type Plan } from './plan.ts';
import { judgePrompts } from './prompts.ts';
import type { Usage } from './records.ts';
import type { Failure } from './run.ts';
import type { Row } from './score-answers.ts';

export type Results = {
  settings: Record<string, unknown>;
  rows: Row[];
  /** How many questions had less than the whole conversation, and the most turns that one lacked. */
  cut: { questions: number; most: number };
  /** Extractions and comparisons that the small model could not do: memory lacks what they would have found. */
  givenUp: number;
  /** Questions, each in three ways, without a verdict. */
  missing: number;
  failures: Failure[];
  usage: (Usage & { cost: number | null })[];
  /** US dollars, of all parts of the run; null: of some model no price is known. */
  cost: number | null;
  prompts: { answer: string; judge: Record<string, string> };
};

const number = (value: number): string => value.toLocaleString('en');
const dollars = (cost: number | null): string => (cost === null ? 'no price known' : `$${cost.toFixed(2)}`);
const percent = (share: number | null): string => (share === null ? '' : `${(100 * share).toFixed(1)} %`);

export function renderPlan(plan: Plan, markdown: boolean): string {
  const { replies, verdicts, histories } = plan.left;
  const files = plan.files.map(({ name, format, histories: count, categories }) => {
    const told = Object.entries(categories)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([category, n]) => `${category} ${n}`);
    return `${name} (${format}): ${counted(count, 'conversation')}, questions: ${told.join(', ')}\n`;
  });
  const steps = renderTable(
    ['to do, by estimate', 'model', 'requests', 'input tokens', 'output tokens', 'cost'],
    [
      ...plan.steps.map(({ step, model, requests, inputTokens, outputTokens, cost }) => [
        step,
        model,
        number(requests),
        number(inputTokens),
        number(outputTokens),
        dollars(cost),
      ]),
      ['all', '', '', '', '', dollars(plan.cost)],
    ],
    markdown,
  );
  return [
    ...files,
    `${counted(plan.questions, 'question')} about ${number(plan.tokens)} tokens of conversation; left: ${counted(histories, 'conversation')} to tell, ` +
      `${number(replies)} replies, ${number(verdicts)} verdicts\n\n`,
    steps,
    'Without prompt caching, which makes it cheaper, and without thinking, which makes it dearer.\n',
    ...(plan.cost === null
      ? ['A model without a known price gets one by DEVAI_PROVIDERS (docs/operations.md).\n']
      : []),
  ].join('');
}

export function renderResults(results: Results, markdown: boolean): string {
  const files = [...Map.groupBy(results.rows, ({ file }) => file)].map(([file, rows]) =>
    renderTable(
      [file, 'way', 'questions', 'right', '95 %', 'tokens', 'evidence'],
      rows.map(({ category, way, n, right, interval, tokens, evidence }) => [
        category,
        way,
        String(n),
        n === 0 ? '' : percent(right / n),
        interval ? `${(100 * interval.low).toFixed(1)} to ${(100 * interval.high).toFixed(1)}` : '',
        tokens === null ? '' : number(Math.round(tokens)),
        percent(evidence),
      ]),
      markdown,
    ),
  );
  return [
    files.join('\n'),
    '\n',
    ...notes(results).map((note) => `${note}\n`),
    '\n',
    renderTable(
      ['used', 'model', 'requests', 'input tokens', 'cached', 'output tokens', 'cost'],
      [
        ...results.usage.map((one) => [
          one.for,
          one.model,
          number(one.requests),
          number(one.inputTokens),
          number(one.cachedTokens),
          number(one.outputTokens),
          dollars(one.cost),
        ]),
        ['all', '', '', '', '', '', dollars(results.cost)],
      ],
      markdown,
    ),
    `\nThe question is asked with:\n\n${results.prompts.answer}\n`,
    ...Object.entries(results.prompts.judge).map(
      ([kind, prompt]) => `\nThe judge is asked (${kind}):\n\n${prompt}\n`,
    ),
  ].join('');
}

function notes({ cut, givenUp, missing, failures }: Results): string[] {
  return [
    cut.questions === 0
      ? 'The whole conversation had room in every request.'
      : `${counted(cut.questions, 'question')} had less than the whole conversation, cut from the oldest turn on: up to ${counted(cut.most, 'turn')}.`,
    ...(givenUp === 0
      ? []
      : [
          `${counted(givenUp, 'extraction')} given up, because the small model gave no usable answer: memory lacks them.`,
        ]),
    ...(missing === 0
      ? []
      : [`${counted(missing, 'reply').replace('replys', 'replies')} without a verdict: repeat the command.`]),
    ...failures.map(
      ({ history, question, way, code, message }) => `${history} ${question}, ${way}: (${code}) ${message}`,
    ),
  ];
}

/** The recorded usage with its cost. */
export function priced(usage: Usage[], prices: Record<string, Price>): Pick<Results, 'usage' | 'cost'> {
  const withCost = usage.map((one) => ({ ...one, cost: costOf(one.model, one, prices) }));
  return { usage: withCost, cost: total(withCost.map(({ cost }) => cost)) };
}

export const prompts = (answer: string): Results['prompts'] => ({ answer, judge: judgePrompts() });
