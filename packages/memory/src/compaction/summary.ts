import { z } from 'zod';
import { oneLine } from '../text/one-line.ts';
import { countTokens, truncateToTokens } from '../text/tokens.ts';
import { parseIdentifiers, renderIdentifiers } from './identifiers.ts';

/** The sections of a summary, in order: the heading, and instructions for the model. */
export const summarySections = {
  request: {
    heading: 'What the user wants',
    holds: 'goals, constraints, corrections and preferences, each as the user put it',
  },
  decisions: {
    heading: 'Decisions and why',
    holds: 'what was decided, with the reason and what was rejected',
  },
  work: {
    heading: 'Done, with its outcome',
    holds:
      'tool calls that mattered and what came of them, files made or changed, errors with what resolved them',
  },
  state: {
    heading: 'State of the work',
    holds: 'what works now, what does not, where things stand',
  },
  open: { heading: 'Open questions', holds: 'what is not answered or not understood yet' },
  next: { heading: 'What comes next', holds: 'the steps that were about to be taken, in order' },
} as const;

export const sectionNames = ['request', 'decisions', 'work', 'state', 'open', 'next'] as const;
type SummarySection = (typeof sectionNames)[number];

/** Statements by section, each on one line, oldest first. */
export const sectionsForm = z.looseRecord(z.enum(sectionNames), z.array(z.string()).default([]));
export type SummarySections = z.infer<typeof sectionsForm>;

export const emptySections = (): SummarySections => sectionsForm.parse({});

/** Which messages a summary stands for, and how many tokens they had. */
export type Covered = { through: number; tokens: number };

const figures = /^\(Messages 1 to (?<through>\d+): (?<tokens>[\d,]+) tokens became [\d,]+\.\)\n\n/u;
/** Tokens of the line with the figures. */
export const figuresTokens = 30;

/** Puts a line before a summary that says how many tokens of messages became how many. */
export function withFigures(summary: string, { through, tokens }: Covered): string {
  const [before, after] = [tokens, countTokens(summary)].map((count) => count.toLocaleString('en'));
  return `(Messages 1 to ${through}: ${before} tokens became ${after}.)\n\n${summary}`;
}

const identifiersHeading = 'Identifiers used most (counted by the host)';

/** Renders the summary as it is stored and shown to the model, without empty sections. */
export function renderSummary(sections: SummarySections, identifiers: string[]): string {
  const list = renderIdentifiers(identifiers);
  return [
    ...sectionNames.map((name) => renderSection(name, sections[name])),
    list === '' ? '' : `## ${identifiersHeading}\n${list}`,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function renderSection(name: SummarySection, items: string[]): string {
  const lines = items.map(oneLine).filter((item) => item !== '');
  if (lines.length === 0) return '';
  return [`## ${summarySections[name].heading}`, ...lines.map((line) => `- ${line}`)].join('\n');
}

/** The inverse of `renderSummary` and `withFigures`. Text before the first known heading is read as work done. */
export function parseSummary(text: string): {
  sections: SummarySections;
  identifiers: string[];
  /** Null without figures. */
  covered: Covered | null;
} {
  const sections = emptySections();
  const { through, tokens } = figures.exec(text)?.groups ?? {};
  const covered =
    through && tokens ? { through: Number(through), tokens: Number(tokens.replaceAll(',', '')) } : null;
  const [prose = '', list = ''] = text.replace(figures, '').split(`## ${identifiersHeading}\n`);
  let current: SummarySection = 'work';
  for (const line of prose.split('\n')) {
    const heading = sectionNames.find((name) => line === `## ${summarySections[name].heading}`);
    if (heading) current = heading;
    else if (line.trim() !== '') sections[current].push(line.replace(/^- /, ''));
  }
  return { sections, identifiers: parseIdentifiers(list), covered };
}

/**
 * Shortens a summary to `limit` tokens: the largest section loses its oldest statement until everything fits. The
 * last statement of a section is cut rather than dropped.
 */
export function fitSummary(sections: SummarySections, limit: number): SummarySections {
  const sized = new Map(
    sectionNames.map((name) => [name, sections[name].map((item) => ({ item, tokens: itemTokens(item) }))]),
  );
  const sizeOf = (name: SummarySection) => {
    const items = sized.get(name) ?? [];
    return items.length === 0 ? 0 : items.reduce((sum, one) => sum + one.tokens, sectionFrame);
  };

  while (sectionNames.reduce((sum, name) => sum + sizeOf(name), 0) > limit) {
    const name = sectionNames.reduce((most, one) => (sizeOf(one) > sizeOf(most) ? one : most));
    const [oldest, ...others] = sized.get(name) ?? [];
    if (!oldest) break;
    const room = Math.floor(limit / sectionNames.length) - sectionFrame;
    const cut = others.length > 0 ? '' : truncateToTokens(oldest.item, Math.max(0, room - itemFrame)).trim();
    const isShorter = cut !== '' && itemTokens(cut) < oldest.tokens;
    sized.set(name, isShorter ? [{ item: cut, tokens: itemTokens(cut) }] : others);
  }
  const fitted = emptySections();
  for (const name of sectionNames) fitted[name] = (sized.get(name) ?? []).map((one) => one.item);
  return fitted;
}

/** Generous token counts of a heading with its blank line, and of a bullet with its line feed. */
const sectionFrame = 14;
const itemFrame = 3;
const itemTokens = (item: string): number => countTokens(oneLine(item)) + itemFrame;
