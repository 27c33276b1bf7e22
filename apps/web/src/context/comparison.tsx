import { useContextDiff, useContextList, type SectionChange } from '@devai/react';
import { useState, type ReactNode } from 'react';
import { moment } from '../parts/moment.tsx';
import { Loaded } from '../parts/states.tsx';
import { visible } from '../parts/visible.ts';
import { ChangedItems } from './changed-items.tsx';
import { sectionName, tokens } from './section-names.ts';

const changes: Record<string, string> = {
  added: 'came in',
  gone: 'left',
};
const signs = { added: '+ ', gone: '− ', same: '  ' } as const;

/** Compares the request with another one of its session. */
export function Comparison({ id, session }: { id: string; session: string }): ReactNode {
  const [before, setBefore] = useState<string | null>(null);
  const { contexts, hasNextPage, isFetching, fetchNextPage } = useContextList({ session });
  const diff = useContextDiff({ before, after: id });
  const others = contexts.filter((one) => one.id !== id);
  if (others.length === 0) return <p className="hint">This is the only request of its session.</p>;
  return (
    <>
      <label className="field">
        Compare with
        <select
          value={before ?? ''}
          onChange={({ target }) => setBefore(target.value === '' ? null : target.value)}
        >
          <option value="">choose a request of this session</option>
          {others.map(({ id: other, createdAt, question, step }) => (
            <option key={other} value={other}>
              {moment(createdAt)}
              {question !== null && `, message ${question}`}, step {step}
            </option>
          ))}
        </select>
      </label>
      {hasNextPage && (
        <div className="actions">
          <button type="button" disabled={isFetching} onClick={() => void fetchNextPage()}>
            Load older requests
          </button>
        </div>
      )}
      {before !== null && (
        <Loaded of={diff} what="the comparison">
          {diff.data?.sections.length === 0 && <p className="note">They are the same.</p>}
          {diff.data?.sections.map((section) => (
            <Changed key={section.type} section={section} />
          ))}
        </Loaded>
      )}
    </>
  );
}

function Changed({ section }: { section: SectionChange }): ReactNode {
  const { type, change, tokensBefore, tokensAfter, lines, items } = section;
  return (
    <details className="section">
      <summary>
        <span className="name">{sectionName(type)}</span>
        <span className="hint">
          {change === 'changed' ? `${tokensBefore} → ${tokens(tokensAfter)}` : (changes[change] ?? change)}
        </span>
      </summary>
      {items.length > 0 && (
        <ChangedItems items={items} label={`Changed in ${sectionName(type)}`} before="There" after="Here" />
      )}
      {lines.length > 0 && (
        <pre dir="auto" tabIndex={0}>
          {lines.map(({ change: how, text }, index) => (
            <span key={index} className={how === 'added' ? 'added' : how === 'gone' ? 'removed' : ''}>
              {signs[how]}
              {visible(text)}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </details>
  );
}
