export const chatHelp = `/new       begin a new session; memories stay
/sessions  continue an earlier session: type a part of its line, Tab marks
           the next, Enter takes it; /sessions <words> searches what was said
           (in a pipe: lists them, and /sessions 2 continues the second)
/name      name this session: /name <text>
/export    write this conversation to a file: Markdown, or JSON for
           /export talk.json
/handoff   let another agent continue this conversation: /handoff devo;
           without a name, continue in a fresh context
/retry     ask your last question again; /edit changes it first, in your
           editor ($VISUAL or $EDITOR)
/copy      copy the last reply
/memory    list what was remembered last; /memory <words> searches it
/remember  remember something: /remember <text>
/forget    erase a memory for good, after asking: /forget 3f2a91; with words,
           list those about them
/focus     show your recent topics (edit them in the workspace's file
           memory/RECENT_FOCUS.md); /focus clear removes all of them,
           /focus clear billing removes one
/why       what was recalled for your last message, and why
           (for any turn: pnpm memory why)
/context   what the model was sent last, by section
           (all of it: pnpm memory context show)
/model     which model answers
/cost      tokens and cost of this session
/pin       keep your last message in the context whatever is compacted;
           /pin 7 keeps message 7; /pin 3f2a91 puts the memory with this id
           into every prompt of this session; /unpin reverts it
/exclude   keep message 7 (/exclude 7) or a memory (/exclude 3f2a91) out of
           this session's prompts; /include reverts it
/yes       allow what the agent asks for (y); /always allows it for the rest
           of this session (a), /no refuses it (n); the agent reads any words
           after the command
/verbose   also show left-out memories and the model's thinking
/help      show this list
/quit      leave (or Ctrl-D)
Tab completes a command. Ctrl-C cancels the running reply; a second Ctrl-C, or
one without a running reply, quits. A line that ends with \\ continues on the
next line. Several pasted lines are one message.`;
