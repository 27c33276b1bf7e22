import type { Topic, TopicEdit } from '@devai/react';
import type { ReactNode } from 'react';
import { FormModal, type TextOf } from '../parts/form-modal.tsx';

type TopicFormProps = {
  /** The topic to correct; null adds a new one. */
  topic: Topic | null;
  isPending: boolean;
  onSubmit: (edit: TopicEdit) => void;
  onClose: () => void;
};

/** Adds a topic, or corrects the paths of one. */
export const TopicForm = ({ topic, isPending, onSubmit, onClose }: TopicFormProps): ReactNode => (
  <FormModal
    title={topic ? 'Correct this topic' : 'Add a topic'}
    onSubmit={(text) => onSubmit(read(text, topic))}
    {...{ isPending, onClose }}
  >
    {topic ? (
      <p className="statement" dir="auto">
        {topic.topic}
      </p>
    ) : (
      <label>
        Name
        <input
          name="topic"
          required
          maxLength={120}
          placeholder="billing/invoices"
          pattern=".*[\p{L}\p{N}].*"
          title="at least one letter or digit"
          dir="auto"
          autoFocus
        />
      </label>
    )}
    <label>
      Files and folders, one per line; folders end with /
      <textarea
        name="paths"
        rows={6}
        defaultValue={topic ? [...topic.directories, ...topic.files].join('\n') : ''}
        placeholder={topic ? '' : 'src/billing/\nsrc/billing/invoice.ts'}
        dir="auto"
        autoFocus={topic !== null}
      />
    </label>
  </FormModal>
);

function read(text: TextOf, topic: Topic | null): TopicEdit {
  const paths = text('paths')
    .split('\n')
    .map((path) => path.trim())
    .filter((path) => path !== '');
  return {
    kind: topic ? 'correct' : 'add',
    topic: topic?.topic ?? text('topic'),
    files: paths.filter((path) => !path.endsWith('/')),
    directories: paths.filter((path) => path.endsWith('/')),
  };
}
