-- Makes of Markdown what a manual page needs; make/man runs it in pandoc.

-- The columns of a terminal, and the column of a block of code that fits there.
local WIDTH = 80
local INDENT = 11

local pandoc, utils = pandoc, pandoc.utils

local function fail(what)
  error(what, 0)
end

-- Text as roff reads it.
local function escaped(text)
  text = text:gsub('\\', '\\e'):gsub('%-', '\\-'):gsub("'", '\\(aq'):gsub('`', '\\(ga')
    :gsub('%^', '\\(ha'):gsub('~', '\\(ti')
  text = text:gsub('[\xC2-\xF4][\x80-\xBF]+', function(character)
    return ('\\[u%04X]'):format(utf8.codepoint(character))
  end)
  return text
end

local function width(text)
  return utf8.len(text) or #text
end

-- Lines as they are, further to the left if they are long.
local function verbatim(lines, indent, format)
  local longest = 0
  for _, line in ipairs(lines) do
    longest = math.max(longest, width(line))
    if longest > WIDTH then fail('a line of ' .. longest .. ' columns: ' .. line) end
  end
  local roff = {'.PP', ('.in %dn'):format(math.min(indent, WIDTH - longest)), '.EX'}
  for index, line in ipairs(lines) do
    local text = format and format(index, line) or escaped(line)
    if text:match("^[.']") then text = '\\&' .. text end
    table.insert(roff, text)
  end
  table.insert(roff, '.EE')
  table.insert(roff, '.in')
  return pandoc.RawBlock('man', table.concat(roff, '\n'))
end

local function split(text)
  local lines = {}
  for line in (text .. '\n'):gmatch('(.-)\n') do table.insert(lines, line) end
  return lines
end

-- Breaks long lines of the output of commands: a program prints what it prints.
local function folded(lines)
  local made = {}
  for _, line in ipairs(lines) do
    while width(line) > WIDTH and not line:match('^[$>] ') do
      local first = line:sub(1, (utf8.offset(line, WIDTH - INDENT + 1) or #line + 1) - 1)
      -- At a space, unless that leaves only the indentation.
      first = first:match('^(.*%S) ') or first
      table.insert(made, first)
      line = '  ' .. line:sub(#first + 1):gsub('^ +', '')
    end
    table.insert(made, line)
  end
  return made
end

-- A table as lines, with its head in bold.
local function rows(block, indent)
  local simple = utils.to_simple_table(block)
  local all = {simple.headers, table.unpack(simple.rows)}
  local widths, lines = {}, {}
  for _, row in ipairs(all) do
    for column, cell in ipairs(row) do
      widths[column] = math.max(widths[column] or 0, width(utils.stringify(cell)))
    end
  end
  for _, row in ipairs(all) do
    local line = ''
    for column, cell in ipairs(row) do
      local text = utils.stringify(cell)
      line = line .. text .. (' '):rep(widths[column] - width(text) + 2)
    end
    table.insert(lines, (line:gsub(' +$', '')))
  end
  return verbatim(lines, indent, function(index, line)
    return index == 1 and '\\f[B]' .. escaped(line) .. '\\f[R]' or escaped(line)
  end)
end

local quotes = false

local function bold(code)
  return pandoc.Strong(pandoc.Str(code.text))
end

-- Terms and headings stand alone.
local alone = {
  DefinitionList = function(list)
    for _, pair in ipairs(list.content) do pair[1] = pandoc.Inlines(pair[1]):walk({Code = bold}) end
    return list
  end,
  Header = function(header)
    header.content = header.content:walk({Code = bold})
    return header
  end,
}

local inlines = {
  -- On a terminal, bold text stands for code. Plain text has quotes around words of code, which could
  -- be taken for words of the sentence.
  Code = function(code)
    local text = code.text
    if quotes and text:match('^[a-z_]+$') then text = '`' .. text .. '`' end
    return pandoc.Strong(pandoc.Str(text))
  end,
  Link = function(link)
    if link.target:match('^https?:') then return nil end
    if link.target:match('%.md$') or link.target:match('%.md#') then return pandoc.Strong(link.content) end
    return link.content
  end,
  LineBreak = function() return pandoc.RawInline('man', '\n.br\n') end,
  RawInline = function(raw) fail('raw text: ' .. raw.text) end,
}

-- Keeps an option and its value on one line, and `...` with what may be repeated.
local function joined(paragraph)
  local list = paragraph.content
  for index = 2, #list - 1 do
    local before, after = list[index - 1], list[index + 1]
    if list[index].t == 'Space' or list[index].t == 'SoftBreak' then
      local isRepeated = after.t == 'Str' and after.text:match('^%.%.%.')
      if isRepeated or before.t == 'Strong' and after.t == 'Emph' then
        list[index] = pandoc.Str('\u{A0}')
      end
    end
  end
  paragraph.content = list
  return paragraph
end

local function walk(blocks, indent)
  local made = {}
  local isSynopsis = false
  for _, block in ipairs(blocks) do
    if block.t == 'Header' then isSynopsis = utils.stringify(block) == 'Synopsis' end
    if isSynopsis and block.t == 'Para' then block = joined(block) end
    if block.t == 'CodeBlock' then
      local lines = split(block.text)
      if block.classes[1] == 'console' then lines = folded(lines) end
      block = verbatim(lines, indent)
    elseif block.t == 'Table' then
      block = rows(block, indent)
    elseif block.t == 'RawBlock' then
      fail('raw text: ' .. block.text)
    elseif block.t == 'BulletList' or block.t == 'OrderedList' then
      for index, one in ipairs(block.content) do block.content[index] = walk(one, indent + 3) end
    elseif block.t == 'DefinitionList' then
      for _, pair in ipairs(block.content) do
        for index, one in ipairs(pair[2]) do pair[2][index] = walk(one, indent + 7) end
      end
    end
    table.insert(made, block)
  end
  return made
end

function Pandoc(document)
  quotes = document.meta.quotes ~= nil
  local blocks = pandoc.Blocks(document.blocks):walk(alone):walk(inlines)
  blocks = pandoc.Blocks(walk(blocks, INDENT))
  return pandoc.Pandoc(blocks:walk({
    Header = function(header)
      if header.level > 2 then fail('a heading of level ' .. header.level + 1) end
      if header.level == 1 then
        header.content = {pandoc.Str(pandoc.text.upper(utils.stringify(header.content)))}
      end
      return header
    end,
  }))
end
