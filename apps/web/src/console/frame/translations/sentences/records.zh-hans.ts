import type { Sentences } from '#web/language/translate-sentence.ts'

/** What the service says of requests, records, accounts and limits, in Chinese. */
export const RECORD_SENTENCES: Sentences = {
  'Something went wrong on our side.': '服务内部出错了。',
  'There is nothing at this path.': '此地址没有内容。',
  'The request cannot be read.': '无法读取该请求。',
  'The service is busy; try again shortly.': '服务正忙，请稍后重试。',
  'The service is stopping; try again shortly.': '服务正在停止，请稍后重试。',
  'The service is shutting down.': '服务正在关闭。',
  'The service is restarting; ask again.': '服务正在重新启动，请重新提问。',
  'The disk of the service is full, and nothing was stored. Its operator must free some space.':
    '服务的磁盘已满，未存储任何内容。运营者需要腾出空间。',
  'Too many of your requests are under way; wait for some to finish.':
    '您有太多请求正在处理，请等待其中一些完成。',
  'Too many requests from your address are under way; wait for some to finish.':
    '来自您的网络地址的请求太多，请等待其中一些完成。',
  'The body is larger than {count} bytes.': '请求内容超过 {count} 字节。',
  'Another request changed or deleted a record that this one needs. Reload and try again.':
    '另一个请求更改或删除了所需的记录。请重新加载后重试。',
  'The database {what}. Try again shortly.': '数据库暂时不可用，请稍后重试。',
  'The record has changed since you read it. Read it again and send your change with its new ETag.':
    '您读取之后，该记录已被更改。请重新加载后再次更改。',
  'Another change of this record is under way. Send yours again.': '该记录正在被另一处更改，请重新提交。',

  'There is no session with this id.': '没有此编号的对话。',
  'There is no run with this id.': '没有此编号的运行记录。',
  'There is no agent with this id.': '没有此编号的智能体。',
  'There is no agent with this agent_id among yours.': '您没有此编号的智能体。',
  'There is no data source with this id.': '没有此编号的数据源。',
  'There is no such table.': '没有这个表。',
  'There is no LLM configuration with this id.': '没有此编号的模型。',
  'There is no persona with this id among yours.': '您没有此编号的人设。',
  'There is no definition with this id.': '没有此编号的定义。',
  'There is no suggestion with this id.': '没有此编号的建议。',
  'There is no webhook with this id.': '没有此编号的 Webhook。',
  'There is no delivery with this id.': '没有此编号的投递。',
  'There is no API key with this id.': '没有此编号的 API 密钥。',
  'There is no user with this id.': '没有此编号的用户。',
  'There is no invitation with this id.': '没有此编号的邀请。',
  'There is no erasure with this id.': '没有此编号的删除记录。',
  'There is no artifact at this path.': '此地址没有文件。',
  'There is no sample {name}.': '没有示例 {name}。',
  'A template cannot be changed; copy it first.': '模板不能更改，请先复制。',
  'A template cannot be deleted.': '模板不能删除。',
  'An agent uses this configuration. Give the agent another one or delete it first.':
    '有智能体正在使用此模型。请先为它换一个模型，或删除该智能体。',

  'This session is still answering the last question. Wait for it or cancel its run.':
    '此对话仍在回答上一个问题。请等待，或停止该回答。',
  'The session was deleted while it was answering.': '对话在回答过程中被删除。',
  'This run has ended already.': '此次运行已经结束。',
  'This run is under way. Rate its answer when the run has ended.': '此次运行仍在进行。结束后才能评价回答。',
  'This run has no statement that can be saved; it read no data with SQL.':
    '此次运行没有可保存的语句：它没有用 SQL 读取数据。',
  'Nothing waits for your approval at this step of this run.': '此次运行的这一步没有等待您批准的调用。',
  'The answer was stopped before it began.': '回答在开始之前被停止。',
  'The answer was interrupted because the service stopped.': '服务停止，回答中断。',
  'This answer was interrupted before it was finished. Please ask again.':
    '此回答在完成之前中断，请重新提问。',
  'The answer could not be finished because of a fault in the service.': '服务出现故障，回答未能完成。',
  'The service has as many answers under way as it can handle; try again in a few seconds.':
    '服务正在处理的回答已达上限，请几秒后重试。',
  'You have {count} answers under way; wait for one of them or cancel it.':
    '您有 {count} 个回答正在进行。请等待其中一个，或将它停止。',
  'You have {most} {things}, the most that a user can keep; delete one first.':
    '您已有 {most} 个，达到每位用户的上限（{things}）。请先删除一个。',
  'Your files would take more than {most}: {left} are left, and this limit does not reset each month. Delete a data source or a chat with files first.':
    '您的文件将超过 {most}：还剩 {left}，此限制不按月重置。请先删除一个数据源或带文件的对话。',
  'You have used your {amount} of this month; 0 are left. The month ends on {day} at 00:00 UTC.':
    '您本月的额度（{amount}）已用完。本月于 {day} 00:00 UTC 结束。',

  'The credential is unknown, revoked or expired.': '凭据未知、已撤销或已过期。',
  'Only an administrator can do this.': '只有管理员可以执行此操作。',
  'An API key cannot do this; sign in with a wallet.': 'API 密钥不能执行此操作，请登录后再试。',
  'Sign in to the console first.': '请先登录控制台。',
  'Too many sign-ins; try again shortly.': '登录次数过多，请稍后重试。',
  'Too many sign-ins have been started. Try again in a minute.': '发起的登录过多，请一分钟后重试。',
  'The signature does not match an open challenge of this wallet. Get a new challenge and sign it.':
    '签名与此钱包的登录请求不符。请重新登录并签名。',
  'The sign-in failed on our side. Try again.': '登录时服务出错，请重试。',
  'The identity provider cannot be reached. Try again, or ask the operator.':
    '无法连接身份提供方。请重试，或联系运营者。',
  'The identity provider did not confirm this sign-in. Sign in again.':
    '身份提供方未确认此次登录，请重新登录。',
  'This sign-in was finished before, took too long, or began in another browser. Sign in again.':
    '此次登录已完成、超时，或是在其他浏览器中发起的。请重新登录。',
  'This account is disabled. Ask an administrator to enable it.': '此账户已停用，请联系管理员启用。',
  'This invitation was used or has expired. Ask an administrator for a new one.':
    '此邀请已使用或已过期，请向管理员索取新的邀请。',
  'This invitation was used, has expired, or gives you nothing that you do not have.':
    '此邀请已使用、已过期，或没有给您新的权限。',
  'New people need an invitation here. Ask an administrator for a link, and open it in this browser.':
    '新用户需要邀请。请向管理员索取链接，并在此浏览器中打开。',
  'You are in no group that this service admits. Ask an administrator.':
    '您不在此服务允许的任何用户组中，请联系管理员。',
  'You are no longer in a group that this service admits. Ask an administrator.':
    '您已不在此服务允许的用户组中，请联系管理员。',
  'You are not on the list of people that this service admits. Ask an administrator.':
    '您不在此服务的准入名单中，请联系管理员。',
  'This service admits no new people. Ask an administrator.': '此服务不接受新用户，请联系管理员。',
  'A group of the identity provider admits this account. Sign in there.':
    '此账户由身份提供方的用户组准入，请从那里登录。',
  'A group of the identity provider admits this account, so it has no other way to sign in. Ask an administrator.':
    '此账户由身份提供方的用户组准入，没有其他登录方式。请联系管理员。',
  'The passkey was not confirmed. Try again.': '通行密钥未通过确认，请重试。',
  'This service does not know this passkey. Sign in in another way, or choose another passkey.':
    '此服务不认识这个通行密钥。请换一种方式登录，或选择另一个通行密钥。',
  'This recovery code is not valid, or was used before. Each code works once.':
    '此恢复码无效或已使用过。每个恢复码只能使用一次。',
  'This account has this way to sign in already.': '此账户已有这种登录方式。',
  'Another account has this way to sign in. Sign in with it and remove it there first.':
    '另一个账户已有这种登录方式。请先用它登录，并在那里移除。',
  'An account has at most {count} ways to sign in. Remove one first.':
    '一个账户最多有 {count} 种登录方式。请先移除一种。',
  'This is the last way to sign in to this account. Add another one first.':
    '这是此账户的最后一种登录方式。请先添加另一种。',
  'Sign in again first. The ways to sign in can be changed for {count} minutes after a sign-in.':
    '请先重新登录。登录后的 {count} 分钟内可以更改登录方式。',
  'This is the last administrator. Make another person administrator first.':
    '这是最后一位管理员。请先将另一个人设为管理员。',
  'Invitations are off. The operator can add invite to PARLEY_ADMIT.':
    '邀请功能未开启。运营者可以在 PARLEY_ADMIT 中加入 invite。',

  'You have a {kind} "{name}" already; change that one, or choose another name.':
    '您已有名为“{name}”的定义。请更改它，或换一个名称。',
  'The name {name} is not a SQL name. Use letters, digits and underscores.':
    '{name} 不是有效的 SQL 名称，请使用字母、数字和下划线。',
  'A data source that it reads was deleted. Change it to read another one.':
    '它读取的数据源已删除。请更改它，使其读取另一个数据源。',
  'The receiver answered {status}. It must answer with a status of 2xx.':
    '接收方返回了 {status}。它必须返回 2xx 状态。',
  'The receiver answered {status}. Redirects are not followed; change the address of the webhook.':
    '接收方返回了 {status}。不会跟随重定向，请更改 Webhook 的地址。',
  'The receiver answered 410: it wants no more deliveries.': '接收方返回了 410：它不再接收投递。',
  'This webhook is disabled. Enable it, then send the delivery again.':
    '此 Webhook 已停用。请启用后重新投递。',
  'You have sent too many test events; wait a few seconds.': '发送的测试事件过多，请等待几秒。',
}
