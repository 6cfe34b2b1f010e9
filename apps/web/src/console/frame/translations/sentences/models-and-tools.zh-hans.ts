import type { Sentences } from '#web/language/translate-sentence.ts'

/** What the service says of models, tool servers and the servers that it calls, in Chinese. */
export const MODEL_AND_TOOL_SENTENCES: Sentences = {
  'The model provider': '模型提供商',
  'The model server': '模型服务器',
  'The tool server': '工具服务器',
  'The tool registry': '工具注册表',
  'The API': 'API',
  'The database': '数据库',
  'The ledger node': '账本节点',
  'The identity provider': '身份提供方',
  'The receiver of the webhook': 'Webhook 的接收方',

  '{server} could not be reached at its address, or this installation does not allow connecting to it.':
    '无法按地址连接{server}，或者此服务不允许连接它。',
  '{server} did not answer in time.': '{server}没有及时响应。',
  '{server} closed the connection before its answer was complete.': '{server}在响应完成之前断开了连接。',
  '{server} needs an http or https address.': '{server}需要 http 或 https 地址。',
  '{server} must have an https address.': '{server}必须使用 https 地址。',
  '{server} must not have a user name or password in its address.': '{server}的地址中不能包含用户名或密码。',
  '{server} redirected the request to another origin.': '{server}将请求重定向到了另一个网站。',
  '{server} sent a reply that cannot be decompressed.': '{server}的响应无法解压。',
  '{server} sent more than was read. The rest of the response was discarded.':
    '{server}的响应过长，其余部分未读取。',

  'The model did not answer within {count} seconds. Check its address and whether the model is loaded.':
    '模型在 {count} 秒内没有响应。请检查它的地址，以及模型是否已加载。',
  'The model answered with an empty text.': '模型的回答是空的。',
  'The model gave an empty answer.': '模型的回答是空的。',
  'The model gave no answer.': '模型没有回答。',
  'The model gave no answer within {count} seconds.': '模型在 {count} 秒内没有回答。',
  'The model used up its output tokens before it wrote an answer. Raise max_tokens or ask for less.':
    '模型在写出回答之前用完了输出 Token。请提高回答的最大长度，或缩小问题。',
  "The model's provider withheld the answer by its content filter.": '模型提供商的内容过滤器拦截了回答。',
  'The model asked {count} times in a row for tools in a way that cannot be carried out.':
    '模型连续 {count} 次以无法执行的方式调用工具。',
  'The model wrote a tool call that its server could not read.': '模型写出的工具调用无法被其服务器读取。',
  'The model {model} does not read images. Ask without them, or choose an agent whose model reads images.':
    '模型 {model} 不能读取图片。请不带图片提问，或选择模型支持图片的智能体。',
  'The model {model} cannot use tools. Choose another model or an agent without tools.':
    '模型 {model} 不能使用工具。请选择其他模型，或没有工具的智能体。',
  'The conversation is longer than the model {model} can read. Start a new session or choose another model.':
    '对话超过了模型 {model} 能读取的长度。请开始新的对话，或选择其他模型。',
  '{provider} says that the account behind this key has no credit left.':
    '{provider}表示此密钥所属账户的余额已用完。',
  '{provider} refused the request because its rate limit is reached. Try again later.':
    '{provider}因达到速率限制而拒绝了请求，请稍后重试。',
  '{provider} fails at present (HTTP status {status}). Try again shortly.':
    '{provider}目前出错（HTTP 状态 {status}），请稍后重试。',
  '{provider} refused the key. Check api_key of this configuration.':
    '{provider}拒绝了密钥。请检查此模型的密钥。',
  '{provider} answered with the unexpected HTTP status {status}.':
    '{provider}返回了意外的 HTTP 状态 {status}。',
  '{provider} ended its answer before it was complete.': '{provider}在回答完成之前中断了。',
  '{provider} sent an invalid reply. Check that base_url is the address of its API.':
    '{provider}的响应无效。请检查基础地址是否为其 API 的地址。',
  "{provider} refused the request as invalid. Check the model's name ({model}) and the params.":
    '{provider}认为请求无效而拒绝。请检查模型名称（{model}）和参数。',
  '{provider} does not let this key use the model {model}.': '{provider}不允许此密钥使用模型 {model}。',
  '{provider} knows no model {model}. Check model and base_url of this configuration.':
    '{provider}没有模型 {model}。请检查模型名称和基础地址。',
  'No provider key was given. Set api_key to a key of {provider}.': '没有密钥。请填写 {provider} 的密钥。',
  'No provider key was given: set api_key of the {provider} configuration.':
    '没有密钥。请为 {provider} 的模型填写密钥。',
  'No model is named. Set model to one that the provider offers.':
    '没有填写模型。请填写提供商所提供的一个模型。',

  'The tool server cannot be reached.': '无法连接工具服务器。',
  'The tool server sent an invalid reply.': '工具服务器的响应无效。',
  'The tool server answered with HTTP status {status}.': '工具服务器返回了 HTTP 状态 {status}。',
  'The tool server does not speak the Model Context Protocol at this address.':
    '此地址上的服务器不支持模型上下文协议（MCP）。',
  'The tool server asks for input during the call, which this service does not support.':
    '工具服务器在调用过程中要求输入，此服务不支持。',
  'The connection to the tool server was closed.': '与工具服务器的连接已关闭。',
  'The connection to the tool server was lost before it answered.': '在工具服务器响应之前，连接中断了。',
  'Too many tool servers are in use right now. Try again shortly.': '正在使用的工具服务器过多，请稍后重试。',
  '{server} denies access with this configuration.': '{server} 拒绝以此设置访问。',
  'No registry knows a tool server with this qualified name.': '没有注册表收录此名称的工具服务器。',
  'No registry knows a tool server of this name that can be connected to.':
    '没有注册表收录可连接的同名工具服务器。',
  'There is no tool server {name}.': '没有工具服务器 {name}。',
  'The property "{name}" is missing.': '缺少设置“{name}”。',
  'Its server does not have it any more; remove it from the agent.':
    '它的服务器已不再提供它，请从智能体中移除。',
  'Its description, inputs or hints changed since it was accepted. It is suspended until you accept the change or remove it.':
    '自您接受以来，它的说明、输入或提示已有变化。在您接受变化或移除它之前，它将暂停使用。',
  'The server has changed this tool again; read its problem again and accept that.':
    '服务器又更改了此工具。请重新查看变化后再接受。',
  'Signing in to tool server "{name}" was refused or is not offered.':
    '登录工具服务器“{name}”被拒绝，或它不提供登录。',
  'This sign-in is unknown or has ended. Start it again.': '此次登录未知或已结束，请重新开始。',
  'The tool did not finish in time.': '工具没有及时完成。',
  'The tool failed without saying why.': '工具失败了，没有说明原因。',
  'The tool reported an error without a message.': '工具报告了错误，但没有说明。',
  'No answer within {count} seconds.': '{count} 秒内没有响应。',
  'The run was cancelled during this call.': '在此次调用期间，运行被停止。',
  'The time for this run was used up during this call.': '在此次调用期间，运行时间已用完。',
  'The time for this run is used up.': '此次运行的时间已用完。',
  'The time for tools in this run is used up.': '此次运行中工具的时间已用完。',
}
