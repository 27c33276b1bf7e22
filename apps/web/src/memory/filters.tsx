import type { ReactNode } from 'react';
import { categories, fadings, trusts, types, type MemorySearch } from './memory-search.ts';

type FiltersProps = { search: MemorySearch; onChange: (changed: MemorySearch) => void };

/** What narrows the list. */
export const Filters = ({ search, onChange }: FiltersProps): ReactNode => (
  <details className="filters">
    <summary>Filters{describe(search)}</summary>
    <div>
      <Choice label="Type" words={types} value={search.type} onChange={(type) => onChange({ type })} />
      <Choice
        label="Category"
        words={categories}
        value={search.category}
        onChange={(category) => onChange({ category })}
      />
      <Choice label="From" words={trusts} value={search.trust} onChange={(trust) => onChange({ trust })} />
      <label>
        Tag
        <input
          value={search.tag ?? ''}
          dir="auto"
          maxLength={100}
          onChange={({ target }) => onChange({ tag: target.value || undefined })}
        />
      </label>
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
      <AsOf value={search.asOf} onChange={(asOf) => onChange({ asOf })} />
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
          onChange={({ target }) => onChange({ invalid: target.checked || undefined })}
        />
        also what no longer holds
      </label>
    </div>
  </details>
);

const day = 86_400_000;
/** Days that the slider goes back. */
const longest = 180;

type AsOfProps = { value: string | undefined; onChange: (asOf: string | undefined) => void };

/** A moment in the past: by days with a slider, to the minute in a field. */
function AsOf({ value, onChange }: AsOfProps): ReactNode {
  const back = value === undefined ? 0 : Math.round((Date.now() - new Date(value).getTime()) / day);
  return (
    <>
      <label>
        As of
        <input
          type="datetime-local"
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value || undefined)}
        />
      </label>
      <label className="slider">
        {back === 0 ? 'As it is now' : `As it was ${back === 1 ? 'a day' : `${back} days`} ago`}
        <input
          type="range"
          min={-longest}
          max={0}
          value={-Math.min(longest, back)}
          onChange={({ target }) =>
            onChange(target.value === '0' ? undefined : localTime(Date.now() + Number(target.value) * day))
          }
        />
      </label>
    </>
  );
}

/** As a field for times has it, in the user's zone. */
function localTime(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Which filters are on. */
function describe({ id: _id, q: _q, ...filters }: MemorySearch): string {
  const names = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined
      ? []
      : value === true
        ? name
        : name === 'fades'
          ? `fades within ${value} days`
          : String(value),
  );
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
      {words.map((word) => (
        <option key={word} value={word}>
          {word.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  </label>
);
