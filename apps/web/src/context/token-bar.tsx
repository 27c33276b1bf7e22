import type { ContextSection } from '@devai/react';
import type { ReactNode } from 'react';
import { figure } from '../parts/figures.ts';
import { sectionColour, sectionName, tokens } from './section-names.ts';

type TokenBarProps = {
  sections: ContextSection[];
  budget: number;
  /** Bytes of the messages, and how many of them the request before began with, too. */
  prefix?: { bytes: number; keptBytes: number } | null;
};

/** A stacked bar of the tokens by section. A line below marks the prefix that the provider may take from its cache. */
export function TokenBar({ sections, budget, prefix = null }: TokenBarProps): ReactNode {
  const [largest] = sections.toSorted((one, other) => other.tokens - one.tokens);
  const total = sections.reduce((sum, section) => sum + section.tokens, 0);
  const percent = (part: number): string => `${(100 * part) / Math.max(1, total)}%`;
  // the prefix counts bytes of messages; tools are sent beside them
  const beside = sections.filter(({ zone }) => zone === 'tools').reduce((sum, one) => sum + one.tokens, 0);
  const kept = prefix && prefix.bytes > 0 ? prefix.keptBytes / prefix.bytes : null;
  return (
    <figure className="token-bar">
      <div className="segments" aria-hidden="true">
        {sections.map(({ type, tokens: size }, index) => (
          <div
            key={type}
            title={`${sectionName(type)}: ${tokens(size)}`}
            style={{ width: percent(size), background: sectionColour(type, index) }}
          />
        ))}
      </div>
      {kept !== null && (
        <div className="kept" aria-hidden="true">
          <div style={{ marginInlineStart: percent(beside), width: percent(kept * (total - beside)) }} />
        </div>
      )}
      <figcaption>
        {figure(total)} of {tokens(budget)}
        {largest &&
          total > 0 &&
          `; most of it: ${sectionName(largest.type)}, ${Math.round((100 * largest.tokens) / total)} %`}
        {kept !== null && `; ${Math.round(100 * kept)} % as in the request before`}
      </figcaption>
    </figure>
  );
}
