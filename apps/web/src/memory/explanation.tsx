import { useMemoryExplanation } from '@devai/react';
import type { ReactNode } from 'react';
import { Bar } from '../parts/bar.tsx';
import { Loaded } from '../parts/states.tsx';
import { useProject } from '../project.tsx';

/** Says why a prompt with the text of the search would hold this memory, or would not, with its scores. */
export function Explanation({ id, text }: { id: string; text: string }): ReactNode {
  const explanation = useMemoryExplanation({ id, text, project: useProject() });
  const { verdict, reason, hit, place } = explanation.data ?? {};
  return (
    <Loaded of={explanation} what="the reason">
      <p>
        {verdict === 'injected' ? 'The agent would be told it' : 'The agent would not be told it'} when asked
        “<bdi>{text}</bdi>”.
      </p>
      <details>
        <summary>Why?</summary>
        <p className="hint">
          {place != null && `Place ${place}: `}
          {reason}
        </p>
        {hit && (
          <div className="scores">
            <Bar label="similarity" value={hit.similarity} />
            <Bar label="words" value={hit.wordScore} most={20} />
            <Bar label="strength" value={hit.memory.strength} />
          </div>
        )}
      </details>
    </Loaded>
  );
}
