import { isUnsent, type Turn } from '@devai/react';
import { ArrowDownIcon } from '@radix-ui/react-icons';
import { useEffect, useState, type ReactNode } from 'react';

type LatestProps = { turns: Turn[]; isAway: boolean; onGo: () => void };

/** Leads to the end while it is out of sight, and says whether a reply has come there. A message that is sent is always shown. */
export function Latest({ turns, isAway, onGo }: LatestProps): ReactNode {
  const last = turns.at(-1);
  const own = last && isUnsent(last) ? last.key : null;
  useEffect(() => {
    if (own !== null) onGo();
  }, [own, onGo]);
  const replies = turns.filter(({ end }) => end !== null).at(-1)?.key;
  const [seen, setSeen] = useState(replies);
  if (!isAway && seen !== replies) setSeen(replies);
  return (
    isAway && (
      <button type="button" className="latest" onClick={onGo}>
        <ArrowDownIcon /> {seen === replies ? 'Latest' : 'New reply'}
      </button>
    )
  );
}
