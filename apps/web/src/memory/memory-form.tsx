import { memoryTypes, useCategories, type Memory, type NewMemory } from '@devai/react';
import type { ReactNode } from 'react';
import { FormModal, type TextOf } from '../parts/form-modal.tsx';
import { Options } from '../parts/options.tsx';

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
  <FormModal {...{ title, isPending, onClose }} onSubmit={(text) => onSubmit(read(text))}>
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
          <Options of={useCategories(memory.category)} />
        </select>
      </label>
      <label>
        Type
        <select name="memoryType" defaultValue={memory.memoryType ?? ''}>
          {memory.memoryType === undefined && <option value="">decide for me</option>}
          <Options of={memoryTypes} />
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
  </FormModal>
);

/** How adding a memory ended. */
export const describeSaved = ({ action }: { action: 'added' | 'known' }): string =>
  action === 'known' ? 'This is known already.' : 'Remembered.';

function read(text: TextOf): NewMemory {
  const importance = text('importance');
  return {
    content: text('content'),
    category: text('category') || undefined,
    memoryType: memoryTypes.find((word) => word === text('memoryType')),
    importance: importance === '' ? undefined : Number(importance),
    tags: text('tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  };
}
