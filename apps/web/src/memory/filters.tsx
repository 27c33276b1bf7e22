import type { ReactNode } from 'react';
import { categories, trusts, types, type MemorySearch } from './memory-search.ts';

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
        As of
        <input
          type="datetime-local"
          value={search.asOf ?? ''}
          onChange={({ target }) => onChange({ asOf: target.value || undefined })}
        />
      </label>
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

/** Which filters are on. */
function describe({ id: _id, q: _q, ...filters }: MemorySearch): string {
  const names = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : value === true ? name : String(value),
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
