import { useContextPreview } from '@devai/react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { Loaded } from '../parts/states.tsx';
import { visible } from '../parts/visible.ts';
import { sectionName, tokens } from './section-names.ts';
import { TokenBar } from './token-bar.tsx';

/** Previews the request for a message, with the present pins and exclusions of the session. */
export function Preview({ session, question }: { session: string; question: string }): ReactNode {
  const [typed, setTyped] = useState(question);
  const text = useDeferredValue(typed);
  const preview = useContextPreview({ session, text });
  const considered = preview.data?.sections.flatMap(({ candidates }) => candidates) ?? [];
  const inside = considered.filter(({ included }) => included);
  return (
    <>
      <label className="field">
        A message
        <input value={typed} onChange={({ target }) => setTyped(target.value)} maxLength={4_000} dir="auto" />
      </label>
      {text.trim() !== '' && (
        <Loaded of={preview} what="the preview">
          {preview.data && (
            <>
              <TokenBar sections={preview.data.sections} budget={preview.data.budget} />
              <ul className="considered" aria-label="It would contain" aria-busy={preview.isPlaceholderData}>
                {preview.data.sections
                  .filter(({ type }) => type === 'pinned_memories')
                  .map(({ type, tokens: size }) => (
                    <li key={type}>
                      {sectionName(type)}: {tokens(size)}
                    </li>
                  ))}
                {inside.map(({ kind, id, text: told }) => (
                  <li key={kind + id} className="in" dir="auto">
                    {visible(told ?? '(forgotten)')}
                  </li>
                ))}
              </ul>
              {inside.length === 0 && <p className="hint">Nothing would be recalled.</p>}
            </>
          )}
        </Loaded>
      )}
    </>
  );
}
