import { Outlet, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ChatProvider } from './chat/chat-provider.tsx';
import { ProjectContext, ProjectSelect } from './project.tsx';
import { ServerState } from './server-state.tsx';

/** What surrounds every view. The chat goes on while another one is looked at. */
export function Shell(): ReactNode {
  const [project, setProject] = useState<string | undefined>();
  return (
    <ProjectContext value={project}>
      <ChatProvider key={project ?? ''}>
        <a className="skip" href="#view">
          Skip to the content
        </a>
        <header className="top">
          <h1>DevAI</h1>
          <nav aria-label="Views">
            <Link to="/chat/{-$session}" params={{}}>
              Chat
            </Link>
            <Link to="/memory">Memory</Link>
            <Link to="/focus">Focus</Link>
            <Link to="/documents">Documents</Link>
            <Link to="/context">Context</Link>
            <Link to="/project">Project</Link>
            <Link to="/jobs">Jobs and cost</Link>
          </nav>
          <ProjectSelect value={project} onChange={setProject} />
          <ServerState />
        </header>
        <main id="view" tabIndex={-1}>
          <Outlet />
        </main>
      </ChatProvider>
    </ProjectContext>
  );
}
