import type { ChangedItem } from '@devai/react';
import type { ReactNode } from 'react';
import { visible } from '../parts/visible.ts';

type ChangedItemsProps = {
  items: ChangedItem[];
  /** What the list is called. */
  label: string;
  /** What both sides are called. */
  before: string;
  after: string;
};

/** Items of two prompts that differ: each with its text, and why it was in the one and is in the other, or not. */
export const ChangedItems = ({ items, label, before, after }: ChangedItemsProps): ReactNode => (
  <ul className="considered" aria-label={label}>
    {items.map((item) => (
      <li key={item.kind + item.id} className={item.after?.included ? 'in' : 'out'}>
        <p className="lines" dir="auto">
          {visible(item.text ?? '(forgotten)')}
        </p>
        <Side name={before} judged={item.before} />
        <Side name={after} judged={item.after} />
      </li>
    ))}
  </ul>
);

const Side = ({ name, judged }: { name: string; judged: ChangedItem['before'] }): ReactNode => (
  <p className="hint">
    {name}: <span className="tag">{judged?.included ? 'in' : 'out'}</span> {judged?.reason ?? 'not found'}
  </p>
);
