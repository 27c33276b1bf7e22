import { memoryTypes, trusts, useCategories } from '@devai/react';
import type { ReactNode } from 'react';
import { moment } from '../parts/moment.tsx';
import { Options, spaced } from '../parts/options.tsx';
import { useTyped } from '../parts/use-typed.ts';
import { fadings, isPast, type MemorySearch } from './memory-search.ts';

type FiltersProps = {
  search: MemorySearch;
  /** `isTyped`: one of many quick changes, which make no entries in the browser's history. */
  onChange: (changed: MemorySearch, isTyped?: boolean) => void;
};

/** The fields that narrow the list. */
export const Filters = ({ search, onChange }: FiltersProps): ReactNode => (
  <details className="filters">
    <summary>Filters{describe(search)}</summary>
    <div>
      <Choice label="Type" words={memoryTypes} value={search.type} onChange={(type) => onChange({ type })} />
      <Category value={search.category} onChange={(category) => onChange({ category })} />
      <Choice label="From" words={trusts} value={search.trust} onChange={(trust) => onChange({ trust })} />
      <Tag value={search.tag} onChange={(tag) => onChange({ tag }, true)} />
      <label>
        Fades within
        <select
          value={search.fades ?? ''}
          onChange={({ target }) =>
            onChange({ fades: fadings.find((days) => String(days) === target.value) })
          }
        >
          <option value="">any time</option>
          {fadings.map((days) => (
            <option key={days} value={days}>
              {days} days
            </option>
          ))}
        </select>
      </label>
      <AsOf value={search.asOf} onChange={(asOf) => onChange({ asOf }, true)} />
      <label className="check">
        <input
          type="checkbox"
          checked={search.pinned ?? false}
          onChange={({ target }) => onChange({ pinned: target.checked || undefined })}
        />
        pinned only
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={search.invalid ?? false}
          disabled={search.q !== undefined}
          onChange={({ target }) => onChange({ invalid: target.checked || undefined })}
        />
        also what no longer holds{search.q !== undefined && ' (a search finds only what holds)'}
      </label>
    </div>
  </details>
);

type TypedProps = { value: string | undefined; onChange: (value: string | undefined) => void };

const Category = ({ value, onChange }: TypedProps): ReactNode => (
  <Choice label="Category" words={useCategories(value)} value={value} onChange={onChange} />
);

function Tag({ value = '', onChange }: TypedProps): ReactNode {
  const { typed, type } = useTyped(value, (tag) => onChange(tag || undefined));
  return (
    <label>
      Tag
      <input value={typed} dir="auto" maxLength={100} onChange={({ target }) => type(target.value)} />
    </label>
  );
}

const day = 86_400_000;
/** How many days the slider goes back. */
const longest = 180;

/** Sets a moment in the past: a slider by days, a field to the minute. A moment in the future counts as now. */
function AsOf({ value = '', onChange }: TypedProps): ReactNode {
  const { typed, type } = useTyped(value, (time) => onChange(isPast(time) ? time : undefined));
  const back = isPast(typed) ? Math.round((Date.now() - new Date(typed).getTime()) / day) : 0;
  const said = !isPast(typed)
    ? 'As it is now'
    : back === 0
      ? 'As it was earlier today'
      : `As it was ${back === 1 ? 'a day' : `${back} days`} ago`;
  return (
    <>
      <label className="as-of">
        As of
        <input
          type="datetime-local"
          value={typed}
          max={localTime(Date.now())}
          onChange={({ target }) => type(target.value)}
        />
      </label>
      <label className="slider">
        {said}
        <input
          type="range"
          min={-longest}
          max={0}
          value={-Math.min(longest, back)}
          aria-valuetext={said}
          onChange={({ target }) =>
            type(target.value === '0' ? '' : localTime(Date.now() + Number(target.value) * day))
          }
        />
      </label>
    </>
  );
}

/** A time as a datetime-local field writes it, in the user's zone. */
function localTime(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The filters that are on, in words. */
function describe({ type, category, trust, tag, fades, asOf, pinned, invalid }: MemorySearch): string {
  const names = [
    type,
    category && spaced(category),
    trust && `from ${trust}`,
    tag && `tag ${tag}`,
    fades && `fades within ${fades} days`,
    asOf && `as of ${moment(asOf)}`,
    pinned && 'pinned only',
    invalid && 'also what no longer holds',
  ].filter((name) => name !== undefined);
  return names.length === 0 ? '' : `: ${names.join(', ')}`;
}

type ChoiceProps<Word extends string> = {
  label: string;
  words: readonly Word[];
  value: Word | undefined;
  onChange: (word: Word | undefined) => void;
};

const Choice = <Word extends string>({ label, words, value, onChange }: ChoiceProps<Word>): ReactNode => (
  <label>
    {label}
    <select
      value={value ?? ''}
      onChange={({ target }) => onChange(words.find((word) => word === target.value))}
    >
      <option value="">any</option>
      <Options of={words} />
    </select>
  </label>
);
