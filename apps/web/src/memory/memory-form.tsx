import type { Memory, NewMemory } from '@devai/react';
import type { ReactNode } from 'react';
import { Modal } from '../parts/modal.tsx';
import { categories, types } from './memory-search.ts';

type MemoryFormProps = {
  title: string;
  /** The initial values. */
  memory: Partial<Pick<Memory, 'content' | 'category' | 'memoryType' | 'importance' | 'tags'>>;
  isPending: boolean;
  onSubmit: (memory: NewMemory) => void;
  onClose: () => void;
};

/** Adds or edits a memory. The server chooses a category or type that is left at “decide for me”. */
export const MemoryForm = ({ title, memory, isPending, onSubmit, onClose }: MemoryFormProps): ReactNode => (
  <Modal title={title} onClose={onClose}>
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(read(new FormData(event.currentTarget)));
      }}
    >
      <label>
        Statement
        <textarea
          name="content"
          defaultValue={memory.content}
          required
          maxLength={2_000}
          rows={4}
          dir="auto"
          autoFocus
        />
      </label>
      <div className="pair">
        <label>
          Category
          <select name="category" defaultValue={memory.category ?? ''}>
            {memory.category === undefined && <option value="">decide for me</option>}
            {categories.map((word) => (
              <option key={word} value={word}>
                {word.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        </label>
        <label>
          Type
          <select name="memoryType" defaultValue={memory.memoryType ?? ''}>
            {memory.memoryType === undefined && <option value="">decide for me</option>}
            {types.map((word) => (
              <option key={word}>{word}</option>
            ))}
          </select>
        </label>
        <label>
          Importance
          <input name="importance" type="number" min={1} max={10} defaultValue={memory.importance} />
        </label>
      </div>
      <label>
        Tags, separated by commas
        <input name="tags" defaultValue={memory.tags?.join(', ')} dir="auto" />
      </label>
      <div className="actions">
        <button type="submit" className="primary" disabled={isPending}>
          {isPending ? 'Saving …' : 'Save'}
        </button>
      </div>
    </form>
  </Modal>
);

function read(form: FormData): NewMemory {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const importance = text('importance');
  return {
    content: text('content'),
    category: categories.find((word) => word === text('category')),
    memoryType: types.find((word) => word === text('memoryType')),
    importance: importance === '' ? undefined : Number(importance),
    tags: text('tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  };
}
