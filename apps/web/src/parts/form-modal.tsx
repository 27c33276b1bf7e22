import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';

/** The trimmed text of a field. */
export type TextOf = (field: string) => string;

type FormModalProps = {
  title: string;
  description?: string;
  /** What the button says that submits. */
  submit?: string;
  isPending?: boolean;
  onSubmit: (text: TextOf) => void;
  /** Absent: it cannot be left. */
  onClose?: () => void;
  children: ReactNode;
};

/** A dialog with fields. */
export const FormModal = ({
  submit = 'Save',
  isPending = false,
  onSubmit,
  children,
  ...modal
}: FormModalProps): ReactNode => (
  <Modal {...modal}>
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        onSubmit((field) => String(form.get(field) ?? '').trim());
      }}
    >
      {children}
      <div className="actions">
        <button type="submit" className="primary" disabled={isPending}>
          {isPending ? 'Saving …' : submit}
        </button>
      </div>
    </form>
  </Modal>
);
